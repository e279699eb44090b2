import { signal } from "@preact/signals";

/** Sounds are made here, for a floor has no sound files to lose; what it has recorded is played here, too. */

export interface Tone {
  at: number;
  hertz: number;
  seconds: number;
}

export interface Sound {
  tones: readonly Tone[];
  wave: OscillatorType;
  loudness: number;
}

/** A browser lets a page be heard once somebody has touched it; until then the page is silent. */
export class Instrument {
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

  /** Play a sound, as loud as it is made or a part of that. */
  play(sound: Sound, part = 1): void {
    if (!this.context || !this.allowed.value) return;
    for (const tone of sound.tones) this.sound(this.context, tone, sound, sound.loudness * part);
  }

  /** What is recorded in a file; null where nothing can be played. */
  async heard(file: ArrayBuffer): Promise<AudioBuffer | null> {
    return this.context ? this.context.decodeAudioData(file) : null;
  }

  /** Play a recording once what was begun is over; returns when it ends itself. */
  speak(recording: AudioBuffer, after: number, part: number): number {
    if (!this.context || !this.allowed.value) return after;
    const begins = Math.max(after, this.context.currentTime);
    const voice = this.context.createBufferSource();
    const volume = this.context.createGain();
    voice.buffer = recording;
    volume.gain.value = part;
    voice.connect(volume).connect(this.context.destination);
    voice.start(begins);
    return begins + recording.duration;
  }

  private look(): void {
    this.allowed.value = this.context?.state === "running";
  }

  private sound(context: AudioContext, { at, hertz, seconds }: Tone, { wave }: Sound, loudness: number): void {
    const begins = context.currentTime + at;
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = wave;
    voice.frequency.value = hertz;
    // A tone that begins or ends at once clicks.
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(loudness, begins + 0.02);
    volume.gain.linearRampToValueAtTime(0, begins + seconds);
    voice.connect(volume).connect(context.destination);
    voice.start(begins);
    voice.stop(begins + seconds);
  }
}
