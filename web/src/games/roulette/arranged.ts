import type { Box } from "../../layouts/props";
import type { Size } from "../../layouts/sized";
import { placesOf, type Place } from "./places";
import { partsOf, type Part } from "./track";

/** What of the cloth and the race track fits on a screen, and where. */
export interface Arrangement {
  places: readonly Place[];
  parts: readonly Part[];
  track: { x: number; y: number };
  /** What the two rings are, above the track. */
  note: Box | null;
}

/** The least a cloth and a track need, a line for the note between them; on a lower track a finger misses the bent pockets. */
const CLOTH_LEAST = 252;
const TRACK_LEAST = 216;
const TRACK_MOST = 290;
const NOTE = 22;
/** The key back to the cloth; the one to the track has a corner of the cloth that no bet needs. */
const KEY = 52;
/** So narrow that both stand upright, one under the other. */
const NARROW = 600;

export const bothFit = ({ w, h }: Size): boolean => w < NARROW || h >= CLOTH_LEAST + NOTE + TRACK_LEAST;

export function arranged(size: Size, raced: boolean): Arrangement {
  const { w, h } = size;
  if (w < NARROW) return upright(size);
  if (bothFit(size)) {
    const track = Math.max(TRACK_LEAST, Math.min(TRACK_MOST, h * 0.46 - NOTE));
    const cloth = h - track - NOTE;
    return { ...clothOnly({ w, h: cloth }), ...trackAt(0, cloth + NOTE, { w, h: track }), note: { x: 0, y: cloth, w, h: NOTE } };
  }
  if (!raced) return clothOnly(size);
  const high = Math.min(h - KEY - NOTE, TRACK_MOST);
  return { places: [], ...trackAt(0, NOTE, { w, h: high }), note: { x: 0, y: 0, w, h: NOTE } };
}

function clothOnly({ w, h }: Size): Arrangement {
  return { places: placesOf({ upright: false, along: w, across: h }), parts: [], track: { x: 0, y: 0 }, note: null };
}

function trackAt(x: number, y: number, size: Size, upright = false): Pick<Arrangement, "parts" | "track"> {
  return { parts: partsOf(size, upright), track: { x, y } };
}

/** Fourteen rows of numbers, then the track. */
function upright({ w, h }: Size): Arrangement {
  const cloth = Math.min(14 * 58, h * 0.47);
  const places = placesOf({ upright: true, along: cloth, across: w });
  const top = cloth + 3 * NOTE;
  return { places, ...trackAt(0, top, { w, h: h - top }, true), note: { x: 0, y: cloth + 4, w, h: 3 * NOTE - 8 } };
}
