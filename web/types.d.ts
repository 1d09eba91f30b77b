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
  opened?: string;
  text?: Said<string>;
  html?: Said<string>;
  value?: Said<string | number>;
  hidden?: Said<boolean>;
  disabled?: Said<boolean>;
  pressed?: Said<boolean>;
  href?: Said<string>;
  download?: Said<string>;
  marks?: Mark[];
  hinted?: string;
  where?: string;
  error?: string;
  boards?: Said<string>;
  path?: string;
  done?: boolean;
  come?: number;
  size?: number;
}

/** What JavaScript says itself: lines, and what makes them. */
interface Words {
  noPython: string; noAnswer: string; starting: string; anew: string; noFiles: string;
  waiting: string; copied: string; linkAbove: string; play: string; pause: string;
  work: Said<string>;
  loading(come: number, size: number): string;
  manyFiles(count: number): string;
  largeFile(name: string, size: number): string;
  stopped(where: string): string;
  ended(inTest: boolean): string;
  away(step: number): string;
  review(place: number, last: number): string;
  step(number: number, last: number): string;
}

/** Who is told how many bytes of Python have come, of how many. */
type Loading = (come: number, size: number) => void;

/** Who is told the parts of an answer, and what stops it. */
interface Telling { tell: (part: Answer) => void; signal: AbortSignal }

/** How Python is asked; and if there may be no answer, which is said then. */
type Ask = (request: Question, telling: Telling) => Promise<Answer>;
type TryToAsk = (request: Question, signal: AbortSignal, tell?: (part: Answer) => void) =>
  Promise<Answer | null>;

/** How Python is asked for what is there at once, and what is done with that. */
type Pass = (what: string, more?: Question, use?: (answer: Position) => void) => Promise<void>;

/** How a tree is drawn. */
type Draw = (link: string, more?: Question, anchor?: string | null) => Promise<void>;

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
interface Drawing { node: number; layer: number; element?: HTMLElement; said?: string }
type TreePart = (TreeNode & Drawing & { svg?: undefined })
  | (TreeLine & Drawing & { path?: undefined });

/** What a tree has others do: open and fold positions, ask for boards, and zoom all
 * trees that are on view. */
interface TreeActs {
  open(path: string): void;
  fold(path: string): void;
  ask(paths: string[]): Promise<Answer | null>;
  zoom(zoom: number): void;
  findFit(): number;
  refit(): void;
}

/** What selectors find here, and what is clicked, is HTML, or SVG that is used alike. */
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface FormData { [Symbol.iterator](): FormDataIterator<[string, string]> }
/** Files and handles of files and folders, as far as browsers have such things. */
interface Source {
  name: string;
  kind?: string;
  requestPermission?(): Promise<string>;
  values?(): AsyncIterable<Source>;
  getFile?(): Promise<File>;
}
interface Window {
  showOpenFilePicker?(options: object): Promise<Source[]>;
  showDirectoryPicker?(options: object): Promise<Source>;
}
interface DataTransferItem { getAsFileSystemHandle?(): Promise<Source> }
interface Element { closest(selectors: string): HTMLElement | null }
interface MouseEvent { readonly target: HTMLElement }
interface KeyboardEvent { readonly target: HTMLElement }
interface FocusEvent { readonly target: HTMLElement }

/** Elements of the page that are more than HTML elements, by their names. */
interface Named {
  setup: HTMLFormElement;
  'tree-form': HTMLFormElement;
  game: HTMLSelectElement;
  speed: HTMLSelectElement;
  load: HTMLInputElement;
  some: HTMLInputElement;
  folder: HTMLInputElement;
  at: HTMLInputElement;
  zoom: HTMLInputElement;
  progress: HTMLProgressElement;
  'show-look': HTMLInputElement;
  'show-code': HTMLInputElement;
  size: HTMLInputElement;
  single: HTMLInputElement;
  whole: HTMLAnchorElement;
  node: HTMLTemplateElement;
}

interface FindElement {
  <Name extends keyof Named>(id: Name): Named[Name];
  (id: string): HTMLElement;
}
