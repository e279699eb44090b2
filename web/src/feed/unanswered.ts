import { signal } from "@preact/signals";
import { AHEAD_MAX, type Ack, type Authority, type Do, type Refused } from "../generated/feed";

/**
 * Commands on their way, numbered from 1 since this page was loaded.
 *
 * A command without an answer is sent again, number and body the same, when the connection is back: the
 * server answers a repeat with its first answer, so nothing happens twice and nothing is lost.
 */
export interface Asked<C> {
  readonly frame: Do<C>;
  /** Answered by an ack, but the view that shows it has not come yet. */
  readonly acked: boolean;
}

export type Answer = Ack | Refused;

export class Unanswered<C> {
  readonly list = signal<readonly Asked<C>[]>([]);
  private last = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  /**
   * Whether the next number would be too far ahead of the oldest without an answer: the server remembers
   * only so many, and could not answer that one again after a crash.
   */
  full(): boolean {
    const [oldest] = this.waiting.keys();
    return oldest !== undefined && this.last + 1 - oldest >= AHEAD_MAX;
  }

  add(command: C, authority: Authority | null, answered: (answer: Answer) => void, seen = ""): Do<C> {
    this.last += 1;
    const given = { ...(authority ? { authority } : {}), ...(seen ? { seen } : {}) };
    const frame: Do<C> = { type: "command", number: this.last, command, ...given };
    this.waiting.set(frame.number, answered);
    this.list.value = [...this.list.value, { frame, acked: false }];
    return frame;
  }

  /** Take an answer; a second one to the same number is nothing new. */
  answer(answer: Answer): boolean {
    const answered = this.waiting.get(answer.number);
    if (!answered) return false;
    this.waiting.delete(answer.number);
    this.list.value =
      answer.type === "ack"
        ? this.list.value.map((asked) => (asked.frame.number === answer.number ? { ...asked, acked: true } : asked))
        : this.list.value.filter((asked) => asked.frame.number !== answer.number);
    answered(answer);
    return true;
  }

  /** A view newer than the acks has come: what they promised is in it. */
  shown(): void {
    if (this.list.value.some((asked) => asked.acked)) this.list.value = this.list.value.filter((asked) => !asked.acked);
  }

  /** What must be sent again, in order. */
  again(): Do<C>[] {
    return this.list.value.filter((asked) => !asked.acked).map((asked) => asked.frame);
  }
}
