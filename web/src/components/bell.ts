import { Instrument, type Sound } from "./instrument";

export type Ring = "urgent" | "ordinary";

/** What an alarm sounds like: three falling pairs that nobody takes for music; and a door chime. */
const RINGS: Record<Ring, Sound> = {
  urgent: {
    tones: [0, 0.36, 0.72].flatMap((at) => [
      { at, hertz: 988, seconds: 0.16 },
      { at: at + 0.17, hertz: 740, seconds: 0.16 },
    ]),
    wave: "square",
    loudness: 0.25,
  },
  ordinary: {
    tones: [
      { at: 0, hertz: 659, seconds: 0.5 },
      { at: 0.28, hertz: 523, seconds: 0.7 },
    ],
    wave: "sine",
    loudness: 0.5,
  },
};

export class Bell extends Instrument {
  ring(ring: Ring): void {
    this.play(RINGS[ring]);
  }
}
