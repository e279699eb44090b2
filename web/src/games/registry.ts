/** Every game the stations can show: a folder, and a line here. */

export { BACCARAT } from "./baccarat/game";
export { CRAPS } from "./craps/game";
export { ROULETTE } from "./roulette/game";
export { SIC_BO } from "./sicbo/game";
