declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): object | undefined;
  setState(state: object): void;
};

/** The extension that a view belongs to: it gets messages, and keeps what is the same after the window was loaded again. */
export class Host<Kept extends object, Message> {
  private readonly vscode = acquireVsCodeApi();
  readonly kept: Kept;

  /** What was kept goes over what is `usual`, and what is `certain` over both. */
  constructor(usual: Kept, certain: Partial<Kept> = {}) {
    this.kept = { ...usual, ...this.vscode.getState(), ...certain };
  }

  keep(some: Partial<Kept>): void {
    Object.assign(this.kept, some);
    this.vscode.setState(this.kept);
  }

  post(message: Message): void {
    this.vscode.postMessage(message);
  }
}
