import { signal } from "@preact/signals";

/** What an alarm sounds like: made here, for a floor has no sound files to lose. */

export type Ring = "urgent" | "ordinary";

interface Tone {
  at: number;
  hertz: number;
  seconds: number;
}

/** Three falling pairs that nobody takes for music; and a door chime. */
const TONES: Record<Ring, readonly Tone[]> = {
  urgent: [0, 0.36, 0.72].flatMap((at) => [
    { at, hertz: 988, seconds: 0.16 },
    { at: at + 0.17, hertz: 740, seconds: 0.16 },
  ]),
  ordinary: [
    { at: 0, hertz: 659, seconds: 0.5 },
    { at: 0.28, hertz: 523, seconds: 0.7 },
  ],
};
const WAVES: Record<Ring, OscillatorType> = { urgent: "square", ordinary: "sine" };
const LOUDNESS: Record<Ring, number> = { urgent: 0.25, ordinary: 0.5 };

/** A browser lets a page be heard once somebody has touched it; until then the page says that it is silent. */
export class Bell {
  readonly allowed = signal(false);
  private readonly context: AudioContext | null;

  constructor() {
    this.context = "AudioContext" in globalThis ? new AudioContext() : null;
    this.context?.addEventListener("statechange", () => this.look());
    this.look();
    globalThis.document?.addEventListener("pointerdown", () => this.allow());
    globalThis.document?.addEventListener("keydown", () => this.allow());
  }

  allow(): void {
    void this.context?.resume().then(() => this.look());
  }

  ring(ring: Ring): void {
    if (!this.context || !this.allowed.value) return;
    const now = this.context.currentTime;
    for (const tone of TONES[ring]) this.sound(this.context, tone, now + tone.at, ring);
  }

  private look(): void {
    this.allowed.value = this.context?.state === "running";
  }

  private sound(context: AudioContext, { hertz, seconds }: Tone, at: number, ring: Ring): void {
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = WAVES[ring];
    voice.frequency.value = hertz;
    // A tone that begins or ends at once clicks.
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUDNESS[ring], at + 0.02);
    volume.gain.linearRampToValueAtTime(0, at + seconds);
    voice.connect(volume).connect(context.destination);
    voice.start(at);
    voice.stop(at + seconds);
  }
}
