import type { JSX } from "preact";
import type { Seat } from "../generated/feed";
import { say } from "../text/say";

export type SeatState = "out_of_service" | "excluded" | "confirmed" | "staged" | "open" | "empty";

export function seatState(seat: Seat): SeatState {
  if (seat.out_of_service) return "out_of_service";
  if (seat.excluded) return "excluded";
  if (seat.confirmed) return "confirmed";
  if (seat.staged) return "staged";
  return seat.open ? "open" : "empty";
}

/** The terminals around the table: who plays, who is still choosing, who needs somebody. */
export function Seats({ seats }: { seats: readonly Seat[] }): JSX.Element {
  return (
    <ul class="seats" aria-label={say("seats.title")}>
      {seats.map((seat) => (
        <li class={`seat-card ${seatState(seat)}`} key={seat.terminal} data-seat={seat.terminal}>
          <b>{seat.seat}</b>
          <span>{seat.terminal}</span>
          <i>{say(`seat.${seatState(seat)}`)}</i>
          {seat.called && <em>{say("seat.called")}</em>}
        </li>
      ))}
    </ul>
  );
}
