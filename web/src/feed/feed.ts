import { signal } from "@preact/signals";
import { hearEngineTime, forgetEngineTime } from "../clock";
import type { Authority, Bye, ClientFrame, Pong, Returned, ServerFrame, Warned, Welcome } from "../generated/feed";
import { house } from "../house";
import { nameIs } from "../text/names";
import { Topics } from "./topics";
import { Unanswered, type Answer } from "./unanswered";

export type Connection = "connecting" | "live" | "lost" | "ended";

/** How the feed reaches the world; tests put their own in. */
export interface Ways {
  /** A fresh single-use token and where to take it; null where the station has to enrol or sign in first. */
  token: () => Promise<{ token: string; url: string } | null>;
  open: (url: string) => WebSocket;
  later: (run: () => void, millis: number) => void;
  note: (kind: string, what: unknown) => void;
  /** No token was given: the page that enrols or signs in comes next. */
  turnedAway: () => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
const PING_EVERY = 5_000;
/** A connection that says nothing for so long is dead, whatever the network believes. */
const SILENCE_MAX = 12_000;
/** After these the server wants us no more: coming back would not help. */
const FINAL: readonly Bye["why"][] = ["REVOKED", "REPLACED"];

export class Feed<C> {
  readonly connection = signal<Connection>("connecting");
  readonly welcome = signal<Welcome | null>(null);
  readonly signed = signal<Pick<Welcome, "person" | "name" | "roles"> | null>(null);
  readonly locked = signal(false);
  readonly ended = signal<Bye["why"] | null>(null);
  /** The last note or ticket that came out of this terminal again. */
  readonly returned = signal<Returned | null>(null);
  /** What stands against the floor, where staff of the office is signed in. */
  readonly warnings = signal<Warned["warnings"]>([]);
  readonly topics = new Topics();
  readonly unanswered = new Unanswered<C>();
  readonly boot: string = crypto.randomUUID().replaceAll("-", "");
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private heard = 0;
  private asleep = false;
  /** Commands that had no answer at the last beat: what waits longer is sent again. */
  private waited = new Set<number>();

  constructor(private readonly ways: Ways) {}

  start(): void {
    void this.connect();
  }

  /**
   * Ask for something.  The promise is kept when the answer is on disk, over as many connections as it takes.
   *
   * `seen` is the mark of the effect that was shown: the server does nothing else under it.
   */
  ask(command: C, authority: Authority | null = null, seen = ""): Promise<Answer> {
    if (this.unanswered.full()) {
      return Promise.resolve({ type: "refusal", number: 0, code: "BUSY", clause: "", data: {} });
    }
    return new Promise((resolve) => {
      const frame = this.unanswered.add(command, authority, resolve, seen);
      this.ways.note("sent", { number: frame.number, command });
      if (this.connection.value === "live") this.write(frame);
    });
  }

  /** A hand at a virtual device of this station, on a demo floor. */
  demo(device: "note_acceptor" | "ticket_reader", data: string): void {
    this.ways.note("device", { device, data });
    this.write({ type: "demo", device, data });
  }

  resync(topic: string): void {
    this.write({ type: "resync", topic });
  }

  private async connect(): Promise<void> {
    this.connection.value = this.welcome.value ? "lost" : "connecting";
    const pass = await this.ways.token().catch(() => undefined);
    if (pass === null) {
      this.ways.turnedAway();
      return;
    }
    if (pass === undefined) {
      this.comeBack();
      return;
    }
    const socket = this.ways.open(pass.url);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = performance.now();
      this.write({ type: "hello", token: pass.token, boot: this.boot });
      this.ways.later(() => this.keepAlive(socket), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.hear(JSON.parse(event.data) as ServerFrame);
    socket.onclose = () => this.lose(socket);
  }

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    if (this.connection.value === "ended") return;
    this.connection.value = "lost";
    this.ways.note("connection", "lost");
    this.comeBack();
  }

  /** Wait longer each time, and not all stations at the same moment. */
  private comeBack(): void {
    if (this.asleep) return;
    this.asleep = true;
    const millis = this.wait * (0.7 + 0.6 * Math.random());
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.ways.later(() => {
      this.asleep = false;
      void this.connect();
    }, millis);
  }

  private hear(frame: ServerFrame): void {
    this.heard = performance.now();
    switch (frame.type) {
      case "welcome":
        return this.begin(frame);
      case "snapshot":
      case "update":
        return this.show(frame);
      case "ack":
      case "refusal":
        if (this.unanswered.answer(frame)) this.ways.note(frame.type, frame);
        return;
      case "pong":
        return this.compare(frame);
      case "returned":
        this.ways.note(frame.type, frame);
        this.returned.value = frame;
        return;
      case "warned":
        this.warnings.value = frame.warnings;
        return;
      case "locked":
        this.locked.value = true;
        return;
      case "bye":
        return this.end(frame.why);
    }
  }

  /** A welcome comes with each connection, and again on the same one when another person takes over or comes back. */
  private begin(frame: Welcome): void {
    forgetEngineTime();
    hearEngineTime(frame.time);
    this.topics.expectAnew();
    house.value = frame.house;
    this.welcome.value = frame;
    this.locked.value = false;
    nameIs(frame.person, frame.name);
    this.signed.value = { person: frame.person, name: frame.name || frame.person, roles: frame.roles };
    this.connection.value = "live";
    this.wait = FIRST_WAIT;
    this.ways.note("connection", { live: frame.station, boot: this.boot });
    for (const command of this.unanswered.again()) this.write(command);
  }

  private show(frame: Extract<ServerFrame, { type: "snapshot" | "update" }>): void {
    hearEngineTime(frame.time);
    const taken = frame.type === "snapshot" ? this.topics.takeSnapshot(frame) : this.topics.takeUpdate(frame);
    if (taken === "gap") this.resync(frame.topic);
    if (taken !== "shown") return;
    if (!frame.topic.startsWith("display:")) this.unanswered.shown();
    this.ways.note("shown", { topic: frame.topic, version: frame.version, what: frame.type === "update" ? frame.changes : frame.view });
  }

  /** A last frame lost before a quiet time leaves no gap to see: the server's own count shows it. */
  private compare(frame: Pong): void {
    hearEngineTime(frame.time);
    for (const [topic, version] of Object.entries(frame.versions)) {
      if (this.topics.version(topic) < version) this.resync(topic);
    }
  }

  private end(why: Bye["why"]): void {
    this.ways.note("connection", { bye: why });
    if (!FINAL.includes(why)) return; // The socket closes next, and we come back; a sign-in may be asked for then.
    this.connection.value = "ended";
    this.ended.value = why;
  }

  private keepAlive(socket: WebSocket): void {
    if (socket !== this.socket) return;
    if (performance.now() - this.heard > SILENCE_MAX) {
      socket.close();
      return this.lose(socket);
    }
    this.write({ type: "ping", sent: Math.round(performance.now()) });
    const waiting = this.unanswered.again();
    for (const command of waiting) if (this.waited.has(command.number)) this.write(command);
    this.waited = new Set(waiting.map((command) => command.number));
    this.ways.later(() => this.keepAlive(socket), PING_EVERY);
  }

  private write(frame: ClientFrame<C>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}
