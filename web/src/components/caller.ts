import type { Instrument } from "./instrument";

/** Speaks recordings, one after the other; what is not there is not said, and nobody waits for it. */
export class Caller {
  private readonly known = new Map<string, Promise<AudioBuffer | null>>();
  /** When the last call ends, on the instrument's own clock. */
  private ends = 0;

  constructor(private readonly instrument: Instrument) {}

  /** Speak recordings by their paths, as loud as a part of what they are. */
  async call(paths: readonly string[], part: number): Promise<void> {
    const spoken = await Promise.all(paths.map((path) => this.recording(path)));
    for (const one of spoken) if (one) this.ends = this.instrument.speak(one, this.ends, part);
  }

  private recording(path: string): Promise<AudioBuffer | null> {
    const known = this.known.get(path) ?? this.fetched(path);
    this.known.set(path, known);
    return known;
  }

  private async fetched(path: string): Promise<AudioBuffer | null> {
    try {
      const reply = await fetch(path);
      return reply.ok ? await this.instrument.heard(await reply.arrayBuffer()) : null;
    } catch {
      // The next call tries again.
      this.known.delete(path);
      return null;
    }
  }
}
