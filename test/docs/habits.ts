/** Habits of translated English: how to find each, what to write instead, and where the word is fine. */
export interface Habit {
  readonly not: string;
  readonly but: string;
  readonly pattern: RegExp;
  /** A sentence with the habit. */
  readonly example: string;
  /** Phrases in which the word is fine, and why. */
  readonly allowed: readonly (readonly [phrase: string, reason: string])[];
}

export const habits: readonly Habit[] = [
  {
    not: "stands",
    but: "is, appears, is written",
    pattern: /\b(?:stands?|standing|stood)\b(?! (?:for|in for)\b)/i,
    example: "The number stands before the line.",
    allowed: [],
  },
  {
    not: "what is … as a noun",
    but: "the noun: the rest, the content, the damage",
    pattern:
      /\bwhat (?:is|has|goes|was|had|are|were|have|comes|came|went|follows)\b(?! (?:wrong|missing)\b)/i,
    example: "What is behind the end is ignored.",
    allowed: [],
  },
  {
    not: "behind for after",
    but: "after",
    pattern: /(?<!\b(?:left|leaves?|leaving) )\bbehind\b/i,
    example: "A number behind the name.",
    allowed: [
      ["look-behind", "the term for regular expressions"],
      ["color behind it", "a place on the page"],
    ],
  },
  {
    not: "goes on",
    but: "continues",
    pattern: /\b(?:go|goes|going|went|gone) on\b/i,
    example: "The paragraph goes on in the next column.",
    allowed: [],
  },
  {
    not: "of them, of these",
    but: "a relative clause or the noun: lines that …, these lines",
    pattern:
      /(?<!\b(?:one|none|any|some|all|each|both|most|many|either|neither|few|two|three) )\bof (?:them\b|these\b(?! [a-z]))/i,
    example: "Lines and the widest of them.",
    allowed: [],
  },
  {
    not: "told",
    but: "reported, given, distinguished",
    pattern: /\btold\b/i,
    example: "Fields are told as people see them.",
    allowed: [],
  },
  {
    not: "besides",
    but: "also, in addition to, except",
    pattern: /\bbesides\b/i,
    example: "Besides what the page holds, its notes.",
    allowed: [],
  },
  {
    not: "whoever",
    but: "callers, users, anyone who",
    pattern: /\bwho(?:m|se)?ever\b/i,
    example: "Whoever waits longest is first.",
    allowed: [],
  },
  {
    not: "mend",
    but: "fix, repair",
    pattern: /\bmend(?:s|ed|ing)?\b/i,
    example: "What can be mended.",
    allowed: [],
  },
  {
    not: "leave away",
    but: "drop, omit",
    pattern: /\b(?:leave|leaves|leaving|left) (?:\w+ )?away\b/i,
    example: "Empty fields are left away.",
    allowed: [],
  },
  {
    not: "where for if",
    but: "if, when",
    pattern: /[.:;] Where (?:an?|the|it|there|no|this|one|nothing|they|that|its)\b/,
    example: "It runs. Where a step threw, it ends.",
    allowed: [],
  },
  {
    not: "who as a subject of its own",
    but: "If you …, callers that …",
    pattern: /(?:^|[.:;] )Who (?:[a-z]+s|may|can)\b(?!.*\?)/,
    example: "Who changes a password removes the output first.",
    allowed: [],
  },
  {
    not: "anew, in silence",
    but: "again or from scratch, silently",
    pattern: /\banew\b|\bin silence\b/i,
    example: "The file is written anew.",
    allowed: [],
  },
  {
    not: "thus, hence",
    but: "so, therefore",
    pattern: /\b(?:thus|hence|thereby|therein|whereby)\b/i,
    example: "Thus it ends.",
    allowed: [],
  },
  {
    not: "British spelling",
    but: "American spelling, as in the names of the APIs",
    pattern:
      /\b\w*(?:colour|behaviour|centre|neighbour|honour|favour|flavour|licence|catalogue|(?:recogn|organ|normal|optim|minim|maxim|serial|initial|summar|character)is(?:e|ed|es|ing|ation))/i,
    example: "The catalogue, normalised.",
    allowed: [],
  },
];
