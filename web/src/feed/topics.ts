import { signal, type Signal } from "@preact/signals";
import { RESULTS_KEPT, type DisplayView, type Result, type Snapshot, type Update, type View } from "../generated/feed";

/**
 * The views a station was given, each a fold: a snapshot, then numbered updates laid over it.
 *
 * A number that does not follow means a gap, and a gap means a fresh snapshot, never a guess.
 */
interface Topic {
  version: number;
  view: Signal<View>;
}

export type Taken = "shown" | "old" | "gap";

export class Topics {
  private readonly byName = new Map<string, Topic>();
  /** Changes when a topic appears; a reader of `view` is told of it. */
  private readonly appeared = signal(0);

  /** After a new connection versions may start anew: everything known is kept to look at, but counts as old. */
  expectAnew(): void {
    for (const topic of this.byName.values()) topic.version = -1;
  }

  view<V extends View>(name: string): V | null {
    this.appeared.value;
    return (this.byName.get(name)?.view.value as V | undefined) ?? null;
  }

  version(name: string): number {
    return this.byName.get(name)?.version ?? -1;
  }

  names(): string[] {
    this.appeared.value;
    return [...this.byName.keys()];
  }

  takeSnapshot(frame: Snapshot): Taken {
    const topic = this.byName.get(frame.topic);
    if (!topic) {
      this.byName.set(frame.topic, { version: frame.version, view: signal(frame.view as View) });
      this.appeared.value += 1;
      return "shown";
    }
    if (frame.version < topic.version) return "old";
    topic.version = frame.version;
    topic.view.value = frame.view as View;
    return "shown";
  }

  takeUpdate(frame: Update): Taken {
    const topic = this.byName.get(frame.topic);
    if (!topic || topic.version < 0) return "gap";
    if (frame.version <= topic.version) return "old";
    if (frame.version > topic.version + 1) return "gap";
    topic.version = frame.version;
    topic.view.value = patched(topic.view.value, frame);
    return "shown";
  }
}

function patched(view: View, frame: Update): View {
  const changed = { ...view, ...frame.changes } as View;
  if (!frame.append?.length) return changed;
  const results: readonly Result[] = [...(changed as DisplayView).results, ...frame.append];
  return { ...(changed as DisplayView), results: results.slice(-RESULTS_KEPT) };
}
