import { computed, signal } from "@preact/signals";
import type { Feed } from "../../feed/feed";
import type { Alarm, DisplayView, PitCommand, PitMoneyView, PitTable, PitView } from "../../generated/feed";
import type { TerminalLog } from "../../log/terminal-log";
import { Bell } from "../../components/bell";
import { Hush, keyOf } from "../../components/hush";
import { Ringer } from "../../components/ringer";

const LOOKS_EVERY_MS = 250;
/** A connection that comes back by itself is not worth a sound. */
const LOST_MS = 5_000;

export interface Overseen {
  own: PitTable;
  table: DisplayView;
}

/** A pit as its desk sees it: tables, alarms, and what of them is heard. */
export class PitModel {
  readonly bell = new Bell();
  readonly hush = new Hush();
  readonly table = signal<DisplayView | null>(null);

  readonly pit = computed(() => this.topic<PitView>("pit:"));

  readonly tables = computed<Overseen[]>(() =>
    (this.pit.value?.tables ?? []).flatMap((own) => {
      const table = this.feed.topics.view<DisplayView>(`display:${own.table}`);
      return table ? [{ own, table }] : [];
    }),
  );

  /** Those of the pit and those of the house, the newest first. */
  readonly alarms = computed<Alarm[]>(() =>
    [...(this.pit.value?.alarms ?? []), ...(this.topic<PitMoneyView>("pit_money:")?.alarms ?? [])].sort((a, b) => b.since - a.since),
  );

  private readonly ringer = new Ringer();
  private lostAt = 0;

  constructor(
    readonly feed: Feed<PitCommand>,
    readonly log: TerminalLog,
  ) {
    setInterval(() => this.listen(performance.now()), LOOKS_EVERY_MS);
  }

  private topic<V extends PitView | PitMoneyView>(prefix: string): V | null {
    const name = this.feed.topics.names().find((topic) => topic.startsWith(prefix));
    return name ? this.feed.topics.view<V>(name) : null;
  }

  private listen(now: number): void {
    this.hush.letGo();
    if (this.feed.connection.value !== "lost") this.lostAt = 0;
    else this.lostAt ||= now;
    const isBlind = this.lostAt > 0 && now - this.lostAt >= LOST_MS;
    if (this.pit.value && this.feed.connection.value === "live") this.hush.forget(this.alarms.value);
    const loud = isBlind ? [{ key: "connection", urgent: true }] : this.loud();
    // What nobody could hear is rung for as soon as somebody can.
    const isSilent = this.hush.muted.value || !this.bell.allowed.value;
    const ring = this.ringer.next(isSilent ? [] : loud, now);
    if (ring) this.bell.ring(ring);
  }

  private loud(): { key: string; urgent: boolean }[] {
    if (this.feed.locked.value) return [];
    return this.alarms.value.filter((alarm) => !this.hush.isHeard(alarm)).map((alarm) => ({ key: keyOf(alarm), urgent: alarm.urgent }));
  }
}
