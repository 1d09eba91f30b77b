/** What Python answers, and the elements of the page by their names, for the
 * TypeScript compiler. See positions.py, trees.py and page/index.html. */

/** A question to Python: a game, and what is asked about it. */
interface Question {
  ask?: string;
  link?: string;
  place?: number | null;
  paused?: boolean;
  values?: boolean;
  move?: string;
  line?: string;
  lines?: string[];
  notes?: unknown[];
  [more: string]: unknown;
}

/** What is said of elements of the page by their names. */
type Said<Value> = Record<string, Value>;

/** The value of a move, as it is marked on the board. */
interface Mark { move: string; letter: string; kind: string; name: string; note: string }

/** An answer, or a part of one. */
interface Answer {
  text?: Said<string>;
  html?: Said<string>;
  value?: Said<string | number>;
  hidden?: Said<boolean>;
  checked?: Said<boolean>;
  disabled?: Said<boolean>;
  pressed?: Said<boolean>;
  href?: Said<string>;
  download?: Said<string>;
  open?: Said<boolean>;
  marks?: Mark[];
  hinted?: string;
  where?: string;
  error?: string;
  boards?: Said<string>;
  path?: string;
  done?: boolean;
}

/** Who is told how many bytes of Python have come, of how many. */
type Loading = (come: number, size: number) => void;

/** Who is told the parts of an answer, and what stops it. */
interface Telling { tell: (part: Answer) => void; signal: AbortSignal }

/** The answer that is a position, and all that is shown of it. */
interface Position extends Answer {
  request: Question;
  link: string;
  path: string;
  text: Said<string>;
  html: Said<string>;
  turns: { undo: number | null; redo: number | null };
  next: string;
  watched: boolean;
  opened?: string;
}

/** The class, note, reason and words of a position that a search knows. */
type Knowledge = [kind: string, note: string, why: string, more: string];

/** A position in a tree. */
interface TreeNode {
  path: string;
  parent: number;
  level: number;
  open: boolean | null;
  x: number;
  y: number;
  ends: [number, number, number, number];
  class: string;
  bordered: boolean;
  words: string;
  text: Said<string>;
  mark: Knowledge;
}

/** What is drawn between the positions: it is shown with one of them. */
interface TreeLine { node: number; layer: number; ends: TreeNode['ends']; svg: string }

/** A step of a search. What it has learnt is as indexes of a list. */
interface Step {
  anew: boolean;
  marks: [node: number, mark: number][];
  node: number;
  source: number;
  count: string;
  what: string;
  title: string;
  stack: number[];
  line: number;
}

/** What is drawn of a tree; with searches, their steps, side by side. */
interface Drawn {
  nodes: TreeNode[];
  parts: TreeLine[];
  sides: Said<number>;
  size: [number, number];
  unfolded?: string[];
  steps?: Step[][];
  begin?: number;
  code?: string[];
  listed?: (Knowledge & string)[];
}

/** The answer that is a tree: its link, and the path of its root. */
interface Tree extends Answer { tree: string; root: string; drawn: Drawn }

/** What is drawn, once it is in view, and what it shows. */
interface Drawing { node: number; layer: number; element?: SVGElement | null; said?: string }
type TreePart = (TreeNode & Drawing & { svg?: undefined })
  | (TreeLine & Drawing & { path?: undefined });

/** What a tree has others do: open and fold positions, ask for boards, and zoom all
 * trees that are on view. */
interface TreeActs {
  open(path: string): void;
  fold(path: string): void;
  ask(paths: string[]): Promise<Answer | null>;
  zoom(zoom: number): void;
}

/** A tree on view, as the search marks what it knows in it. */
interface View {
  marks: Knowledge[] | null;
  states: { current: number; source: number; here: number };
  draw(): void;
  follow(node: number): void;
}

/** Elements of the page that are more than HTML elements, by their names. */
interface Named {
  setup: HTMLFormElement;
  type: HTMLFormElement;
  'tree-form': HTMLFormElement;
  game: HTMLSelectElement;
  theme: HTMLSelectElement;
  delay: HTMLSelectElement;
  speed: HTMLSelectElement;
  move: HTMLInputElement;
  load: HTMLInputElement;
  some: HTMLInputElement;
  folder: HTMLInputElement;
  at: HTMLInputElement;
  zoom: HTMLInputElement;
  progress: HTMLProgressElement;
  'show-look': HTMLInputElement;
  size: HTMLInputElement;
  single: HTMLInputElement;
  whole: HTMLAnchorElement;
  node: HTMLTemplateElement;
}

interface FindElement {
  <Name extends keyof Named>(id: Name): Named[Name];
  (id: string): HTMLElement;
}
