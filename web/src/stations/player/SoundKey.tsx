import type { JSX } from "preact";
import { say } from "../../text/say";
import { VOLUMES, type Sounds } from "./sounds";

/** One touch is a step louder, and from the loudest to silence. */
export function SoundKey({ sounds }: { sounds: Sounds }): JSX.Element {
  const volume = sounds.volume.value;
  return (
    <button type="button" class="button sound-key" aria-label={say("sound.volume", { n: volume, most: VOLUMES.length - 1 })} onClick={() => sounds.turn()} data-testid="sound" data-volume={volume}>
      <svg viewBox="0 0 32 24" aria-hidden="true">
        <path d="M2 9H7L13 4V20L7 15H2Z" class="sound-horn" />
        {volume === 0 ? <path d="M18 8L27 17M27 8L18 17" /> : [0, 1, 2].slice(0, volume).map((wave) => <path d={`M${17 + wave * 4} ${9 - wave * 2}Q${20 + wave * 4.5} 12 ${17 + wave * 4} ${15 + wave * 2}`} key={wave} />)}
      </svg>
    </button>
  );
}
