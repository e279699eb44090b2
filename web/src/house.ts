import { signal } from "@preact/signals";
import type { House } from "./generated/feed";

/** What the house says to all its pages: the time zone of its clocks, reminders, recordings, pictures of tables. */
export const house = signal<House>({ time_zone: "UTC", currency: "$", remind_every: 0, safer: "", videos: {}, calls: [] });
