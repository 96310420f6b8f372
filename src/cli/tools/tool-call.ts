/** One call of a command, with everything that a service's engine has. */
import { basename } from "node:path";
import type { Files, NewFolder } from "../../core/document-io.ts";
import { defaultOfficeDeadlineMs } from "../../core/limits.ts";
import type { Office } from "../../core/office.ts";
import type { ReadingSettings } from "../../core/page-reading.ts";
import { ProblemError } from "../../core/problem.ts";
import type { Progress, Tool, ToolContext } from "../../core/tool.ts";
import { createFiles } from "../../files/create.ts";
import type { Scope } from "../../files/scope/scope.ts";
import { forget, groupNote, note } from "../../files/temporary/temp-registry.ts";
import { systemFontFolders } from "../../host/font-files.ts";
import { currentFolder } from "../../host/programs.ts";
import { openReading } from "../../models/reading/reading.ts";
import { execute } from "../../run/execute.ts";
import { lazyReaders } from "../../run/lazy-readers.ts";
import type { officeSettings, Settings } from "../../settings.ts";
import type { CallPhase } from "./call-phase.ts";

export interface ToolCall
  extends Partial<Settings<typeof officeSettings>>,
    Pick<ToolContext, "names" | "onPage" | "onContent"> {
  readonly scope: Scope;
  /** Absolute paths of font folders. */
  readonly fontDirs: readonly string[];
  /** How a model reads pages. */
  readonly reading: ReadingSettings;
  /** If it ends early, nothing more is published. */
  readonly phase: CallPhase;
  /** Where new files are created by their names. If absent, they are created by their paths, whose folders must exist. */
  readonly into?: Pick<NewFolder, "create"> | undefined;
  readonly onProgress: (state: Progress) => void;
}

/** The result. Throws the tool's problem. */
export async function callTool(tool: Tool, input: object, call: ToolCall): Promise<object> {
  const files = filesOf(call);
  const newFile: Files["newFile"] = (path, field) =>
    call.into?.create(basename(path)) ?? files.newFile(path, field);
  using reading = openReading({ settings: call.reading, parent: process.pid, log: () => {} });

  return await execute(tool, input, {
    files: { ...files, newFile },
    readers: lazyReaders(() => [...call.fontDirs, ...systemFontFolders()]),
    office: lazyOffice(call),
    reading,
    names: call.names,
    progress: call.onProgress,
    onPage: call.onPage,
    onContent: call.onContent,
    pause: async () => call.phase.endPublishing(),
  });
}

/** The files that a call may use. */
export function filesOf({ scope, phase }: ToolCall): Files {
  return createFiles(scope, {
    onPublish() {
      // The user has been informed that the call ended.
      if (!phase.beginPublishing()) throw new ProblemError("cancelled", "interrupted");
    },
  });
}

/** The converter, which few calls need. Its processes are noted, so that ending this process ends them first. */
function lazyOffice({ soffice, officeDeadlineMs, scope }: ToolCall): Office {
  const settings = {
    program: soffice,
    deadlineMs: officeDeadlineMs ?? defaultOfficeDeadlineMs,
    avoid: [...scope.roots.map(({ path }) => path), currentFolder()],
  };
  let running = 0;

  const onGroup = (group: number) => {
    if (group === 0) forget(groupNote(running));
    else note(groupNote(group));
    running = group;
  };

  return {
    async convert(document) {
      const { createOffice } = await import("../../office/convert.ts");
      return await createOffice(settings, { onGroup }).convert(document);
    },
  };
}
