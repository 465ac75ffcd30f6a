import { Component, type ReactNode } from "react";
import { say } from "@/i18n/texts";
import { chunkFailureRemedy, isChunkFailure } from "./chunk-failure";
import { reportError } from "./report-error";

type State = { error: unknown };

/** Outermost error boundary, for failures before any other is mounted. Never a blank screen. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (isChunkFailure(error)) void chunkFailureRemedy().then((found) => found === "reload" && location.reload());
    else reportError(error, "start");
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center p-6 text-center" role="alert">
        <div>
          <h1 className="text-lg font-[650] text-ink-strong">{say("errors.somethingFailed")}</h1>
          {isChunkFailure(this.state.error) ? <p className="mt-1 text-mut">{say("errors.newVersionText")}</p> : null}
          <button
            type="button"
            className="mt-4 h-11 rounded border border-line-strong bg-surface px-4 font-[550] hover:bg-hover"
            onClick={() => location.reload()}
          >
            {say("errors.reload")}
          </button>
        </div>
      </main>
    );
  }
}
