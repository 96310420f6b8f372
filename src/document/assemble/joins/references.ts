/**
 * Every entry of ISO 32000-2 in which one part of a document refers to another by name, index or page number. Object
 * references follow automatically, these don't: merging renames things and moves pages, choosing pages removes some. Each row
 * has a test in references.test.ts, and the file that adapts it.
 */
interface Reference {
  /** What the entry refers to. */
  readonly names: string;
  readonly clause: string;
  readonly file: string;
}

const row = (names: string, clause: string, file: string): Reference => ({ names, clause, file });

export const references = {
  "Link /Dest": row("destination by name, page by number", "12.3.2", "destinations"),
  "GoTo /D": row("destination by name, page by number", "12.6.4.2", "destinations"),
  "GoToE /T /N": row("attachment by name", "12.6.4.4", "embedded-targets"),
  "GoToE /T /P": row("page by number, destination by name", "12.6.4.4", "embedded-targets"),
  "GoToE /T /A": row("annotation by its place on the page", "12.6.4.4", "embedded-targets"),
  "GoToDp /Dp": row("document part, which is dropped", "12.6.4.5", "actions"),
  "Thread /D": row("article thread by place or title", "12.6.4.7", "threads"),
  "URI /URI": row("address below the document's base", "12.6.4.8", "actions"),
  "Hide /T": row("fields by name", "12.6.4.11", "field-names"),
  "Rendition /AN": row("annotation of another page", "12.6.4.14", "actions"),
  "GoTo3DView /TA": row("annotation of another page", "12.6.4.16", "actions"),
  "RichMediaExecute /TA": row("annotation of another page", "12.6.4.18", "actions"),
  "Movie /Annotation": row("annotation of another page", "12.6.4.10", "actions"),
  "SubmitForm /Fields": row("fields by name", "12.7.6.2", "field-names"),
  "ResetForm /Fields": row("fields by name", "12.7.6.3", "field-names"),
  "JavaScript /JS": row("fields, attachments and destinations by name, in calls", "12.6.4.17", "scripts"),
  "SigFieldLock /Fields": row("fields by name", "12.7.5.5", "field-names"),
  "Widget /DA": row("font by its name in the form's resources", "12.7.4.3", "form-resources"),
  "FreeText /DA": row("font by its name in the form's resources", "12.5.6.6", "form-resources"),
  "AcroForm /CO": row("order of fields of several forms", "12.7.3", "forms"),
  "Catalog /OpenAction": row("page by number; scripts of one file among several", "7.7.2", "catalog-names"),
  "Catalog /AA": row("scripts of one file among several", "12.6.3", "catalog"),
  "Names /JavaScript": row("scripts by name", "7.7.4", "catalog-names"),
  "Names /IDS": row("web capture sets by digest", "14.10.3", "catalog-names"),
  "ViewerPreferences /PrintPageRange": row("pages by number", "12.2", "catalog"),
  PageLabels: row("pages by number", "12.4.2", "page-labels"),
  "Page /B": row("beads of threads that are gone", "12.4.3", "threads"),
  "Page /PresSteps": row("destinations in actions", "12.4.4.2", "page-entries"),
  "Page /TemplateInstantiated": row("template by name", "12.7.7", "page-entries"),
  "Page /SeparationInfo": row("pages that are gone", "14.11.4", "page-entries"),
  "Annot /IRT": row("annotation of another page", "12.5.6.2", "removed"),
  "StructElem /ID": row("element by name", "14.7.5.2", "rename-tags"),
  "StructElem /C": row("attribute class by name", "14.7.6.2", "rename-tags"),
  "StructElem /S": row("role by name", "14.7.3", "rename-tags"),
  "Table /Headers": row("elements by name", "14.8.5.7", "rename-tags"),
  "ClassMap /Headers": row("elements by name, in a class", "14.7.6.2", "rename-tags"),
  "Page /StructParents": row("entry of the parent tree by number", "14.7.5.4", "tags"),
} as const satisfies Readonly<Record<string, Reference>>;

export type ReferringEntry = keyof typeof references;
