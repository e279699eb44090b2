/** The shapes and places of a card face, drawn for OpenFelt.  A card is 250 × 350. */

export type Suit = "S" | "H" | "D" | "C";

/** Each suit around its own middle, about a hundred high. */
export const SUIT_PATH: Record<Suit, string> = {
  S: "M0-48C10-30 44-8 44 18C44 34 32 42 20 42C12 42 7 38 4 33C5 41 9 47 17 50H-17C-9 47-5 41-4 33C-7 38-12 42-20 42C-32 42-44 34-44 18C-44-8-10-30 0-48Z",
  H: "M0 48C-8 30-46 8-46-18C-46-36-33-46-21-46C-11-46-3-40 0-30C3-40 11-46 21-46C33-46 46-36 46-18C46 8 8 30 0 48Z",
  D: "M0-50C9-30 22-13 38 0C22 13 9 30 0 50C-9 30-22 13-38 0C-22-13-9-30 0-50Z",
  C: "M0-48A22 22 0 0 1 18-13A22 22 0 1 1 5 27C6 38 10 46 17 50H-17C-10 46-6 38-5 27A22 22 0 1 1-18-13A22 22 0 0 1 0-48Z",
};

const LEFT = 87;
const MIDDLE = 125;
const RIGHT = 163;

type Place = readonly [x: number, y: number];

const mirrored = (...places: Place[]): Place[] => [
  ...places,
  ...places.filter(([, y]) => y !== 175).map(([x, y]): Place => [250 - x, 350 - y]),
];

/** Where the pips of a number card stand; those below the middle are drawn upside down. */
export const PIP_PLACES: Record<string, readonly Place[]> = {
  A: [[MIDDLE, 175]],
  "2": mirrored([MIDDLE, 72]),
  "3": [...mirrored([MIDDLE, 72]), [MIDDLE, 175]],
  "4": mirrored([LEFT, 72], [RIGHT, 72]),
  "5": [...mirrored([LEFT, 72], [RIGHT, 72]), [MIDDLE, 175]],
  "6": [...mirrored([LEFT, 72], [RIGHT, 72]), [LEFT, 175], [RIGHT, 175]],
  "7": [...mirrored([LEFT, 72], [RIGHT, 72]), [LEFT, 175], [RIGHT, 175], [MIDDLE, 124]],
  "8": [...mirrored([LEFT, 72], [RIGHT, 72], [MIDDLE, 124]), [LEFT, 175], [RIGHT, 175]],
  "9": [...mirrored([LEFT, 72], [RIGHT, 72], [LEFT, 141], [RIGHT, 141]), [MIDDLE, 175]],
  T: mirrored([LEFT, 72], [RIGHT, 72], [LEFT, 141], [RIGHT, 141], [MIDDLE, 106]),
};
