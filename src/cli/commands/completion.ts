/** `pdfd completion` prints shell completions, generated from the tables that parse command lines. */
import { print } from "../../host/terminal/terminal.ts";
import { tools } from "../../tools/index.ts";
import { type Command, command } from "../flags/command.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { type Flag, UsageError, writtenAs } from "../flags/flags.ts";
import { linesCommand } from "../tools/jsonl/jsonl.ts";
import { commandOf } from "../tools/tool-command.ts";

const shells: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

/** The command; `others` loads the commands that are not tools. */
export function completionCommand(others: () => Promise<readonly Command[]>): Command {
  return command({
    meta: { name: "completion", description: "Print completions for a shell" },
    args: {},
    rest: { name: "shell", description: "bash, zsh or fish", required: true, choices: Object.keys(shells) },
    examples: [
      "echo 'source <(pdfd completion bash)' >> ~/.bashrc",
      "echo 'source <(pdfd completion zsh)' >> ~/.zshrc",
      "pdfd completion fish > ~/.config/fish/completions/pdfd.fish",
    ],
    async run({ rest: [shell = "", other] }) {
      const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
      if (!write || other !== undefined)
        throw new UsageError("name one shell: pdfd completion bash, zsh or fish");
      const all = [...tools.map(commandOf), ...(await others())];
      print(1, write([...all, linesCommand]));
      return exitCodes.done;
    },
  });
}

function flagNames({ args }: Command): string[] {
  return Object.entries(args).flatMap(([name, flag]) => [
    `--${writtenAs(name, flag)}`,
    ...(flag.alias ? [`-${flag.alias}`] : []),
  ]);
}

/** The possible values of a flag that has only a few. */
function valuesOf({ valueHint = "", choices }: Flag): readonly string[] {
  return choices ?? (valueHint.includes("|") ? valueHint.split("|") : []);
}

function bash(commands: readonly Command[]): string {
  const names = commands.map(({ meta }) => meta.name).join(" ");

  const cases = commands.map((command) => {
    const values = Object.entries(command.args).flatMap(([name, flag]) =>
      valuesOf(flag).length > 0 ? [`      --${name}) words="${valuesOf(flag).join(" ")}" ;;\n`] : [],
    );
    const inner = values.length > 0 ? `    case "$before" in\n${values.join("")}    esac\n` : "";
    const rest = command.rest?.choices?.join(" ") ?? "";
    return `  ${command.meta.name})\n    flags="${[...flagNames(command), "--help"].join(" ")}"\n    rest="${rest}"\n${inner}    ;;\n`;
  });

  return `# Completions of pdfd for bash.
_pdfd() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" flags="" rest="" words=""
  # bash splits --name=value into three words.
  if [ "$word" = "=" ]; then word=""
  elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("")}  esac
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word"))
  elif [ "\${word:0:1}" = "-" ]; then COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [ -n "$rest" ]; then COMPREPLY=($(compgen -W "$rest" -- "$word"))
  else COMPREPLY=(); fi
}
complete -o default -o bashdefault -F _pdfd pdfd
`;
}

function zsh(commands: readonly Command[]): string {
  const described = commands.map(
    ({ meta: { name, description } }) => `    ${quoted(`${name}:${brief(description)}`)}\n`,
  );
  const cases = commands.map((command) => {
    const flags = Object.entries(command.args).flatMap(([name, flag]) => {
      const value = flag.type === "boolean" ? "" : `:${flag.valueHint ?? "value"}:${zshAction(flag)}`;
      const text = `[${brief(flag.description).replaceAll(/[[\]:]/g, " ")}]${value}`;
      const many = flag.isRepeatable ? "*" : "";
      return [
        `      ${quoted(`${many}--${writtenAs(name, flag)}${text}`)} \\\n`,
        ...(flag.alias ? [`      ${quoted(`-${flag.alias}${text}`)} \\\n`] : []),
      ];
    });
    const { rest } = command;
    const bare = rest
      ? `      ${quoted(`*:${rest.name}:${rest.choices ? `(${rest.choices.join(" ")})` : "_files"}`)}\n`
      : "      ''\n";
    flags.push("      '--help[Show the options]' \\\n");

    return `  ${command.meta.name})\n    _arguments \\\n${flags.join("")}${bare}    ;;\n`;
  });
  return `#compdef pdfd
# Completions of pdfd for zsh.
_pdfd() {
  if (( CURRENT == 2 )); then
    local -a commands
    commands=(
${described.join("")}    )
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("")}  esac
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u }
compdef _pdfd pdfd
`;
}

function zshAction(flag: Flag): string {
  if (valuesOf(flag).length > 0) return `(${valuesOf(flag).join(" ")})`;
  return takesPath(flag) ? "_files" : " ";
}

const takesPath = ({ valueHint = "" }: Flag): boolean => ["file", "folder"].includes(valueHint);

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const when = quoted(`__fish_seen_subcommand_from ${command.meta.name}`);
    const flags = Object.entries(command.args).map(([name, flag]) => {
      const short = flag.alias ? ` -s ${flag.alias}` : "";
      const values = valuesOf(flag).length > 0 ? ` -xa ${quoted(valuesOf(flag).join(" "))}` : "";
      const open = takesPath(flag) ? " -rF" : " -x";
      const value = flag.type === "boolean" ? "" : values || open;
      return `complete -c pdfd -n ${when} -l ${writtenAs(name, flag)}${short}${value} -d ${quoted(brief(flag.description))}\n`;
    });
    const choices = command.rest?.choices;
    return [
      `complete -c pdfd -n __fish_use_subcommand -xa ${command.meta.name} -d ${quoted(brief(command.meta.description))}\n`,
      ...flags,
      ...(choices ? [`complete -c pdfd -n ${when} -xa ${quoted(choices.join(" "))}\n`] : []),
    ];
  });

  const always = ["help -d 'Show the options'", "version -d 'Show the version'"].map(
    (flag, at) => `complete -c pdfd${at === 0 ? "" : " -n __fish_use_subcommand"} -l ${flag}\n`,
  );

  return `# Completions of pdfd for fish.\n${[...lines, ...always].join("")}`;
}

/** The first sentence, short enough for a list. */
function brief(description: string): string {
  return (description.split(/(?<=\.) /)[0] ?? "").replaceAll(/[`\n]/g, "").slice(0, 80);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
