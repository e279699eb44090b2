import type { JSX } from "preact";
import type { Seat } from "../generated/feed";
import { say } from "../text/say";

const STATES = ["confirmed", "staged", "open", "empty", "excluded", "out_of_service"] as const;
export type SeatState = (typeof STATES)[number];

export function seatState(seat: Seat): SeatState {
  if (seat.out_of_service) return "out_of_service";
  if (seat.excluded) return "excluded";
  if (seat.confirmed) return "confirmed";
  if (seat.staged) return "staged";
  return seat.open ? "open" : "empty";
}

/** More than two rows of cards would leave no room for the hands. */
const CROWD = 12;

/** How many are how far: with a crowd the list itself may have to be drawn along. */
export function SeatTally({ seats }: { seats: readonly Seat[] }): JSX.Element | null {
  if (seats.length <= CROWD) return null;
  const states = seats.map(seatState);
  return (
    <>
      {STATES.map((state) => ({ state, count: states.filter((one) => one === state).length }))
        .filter(({ count }) => count > 0)
        .map(({ state, count }) => (
          <span key={state}>
            {say(`seat.${state}`)} {count}
          </span>
        ))}
    </>
  );
}

/** The terminals around the table: who plays, who is still choosing, who needs somebody. */
export function Seats({ seats }: { seats: readonly Seat[] }): JSX.Element {
  return (
    <ul class={`seats ${seats.length > CROWD ? "crowd" : ""}`} aria-label={say("seats.title")}>
      {seats.map((seat) => (
        <li class={`seat-card ${seatState(seat)}`} key={seat.terminal} data-seat={seat.terminal}>
          <b>{seat.seat}</b>
          <span>{seat.terminal}</span>
          <i>{say(`seat.${seatState(seat)}`)}</i>
          {seat.called && <em>{say("seat.called")}</em>}
          {seat.objection && <em data-objects={seat.objection.about}>{say(`seat.objects.${seat.objection.about}`, { n: seat.objection.round })}</em>}
          {seat.fault && <em data-fault={seat.fault}>{say(`fault.${seat.fault}`)}</em>}
          {seat.collect && <em>{say("seat.collect")}</em>}
        </li>
      ))}
    </ul>
  );
}
