import { signal } from "@preact/signals";
import en from "./en.json";

/** The languages of the stations: one catalogue each, and how the browser is told which it is. */

export type Catalogue = Readonly<Record<string, string>>;

interface Spoken {
  /** Fetched by whoever speaks it. */
  catalogue: () => Promise<{ default: Catalogue }>;
  /** As pages and dates know it. */
  tag: string;
  locale: string;
  /** In itself. */
  name: string;
  /** What its characters are drawn with, fetched likewise. */
  fonts: () => Promise<unknown>;
  /** Odds are said of a stake of one, where that is exact. */
  oddsOfOne: boolean;
}

export type Language = "en" | "zh" | "zh-Hant";

export const LANGUAGES: Record<Language, Spoken> = {
  en: { catalogue: () => Promise.resolve({ default: en }), tag: "en", locale: "en-AU", name: "English", fonts: () => Promise.resolve(), oddsOfOne: false },
  zh: { catalogue: () => import("./zh.json"), tag: "zh-Hans", locale: "zh-Hans-CN", name: "简体", fonts: () => import("../generated/fonts-zh.css"), oddsOfOne: true },
  "zh-Hant": { catalogue: () => import("./zh-Hant.json"), tag: "zh-Hant", locale: "zh-Hant-HK", name: "繁體", fonts: () => import("../generated/fonts-zh-Hant.css"), oddsOfOne: true },
};

/** What this page has fetched: English is part of it, for what another catalogue lacks. */
export const learnt = signal<Readonly<Partial<Record<Language, Catalogue>>>>({ en });

const ORDER = Object.keys(LANGUAGES) as Language[];

/** Fetch what a language says, unless it is known. */
export async function learn(one: Language): Promise<void> {
  if (learnt.peek()[one]) return;
  const { default: catalogue } = await LANGUAGES[one].catalogue();
  learnt.value = { ...learnt.peek(), [one]: catalogue };
}

/** Somebody has said something in a language that this page may not speak. */
export function learnAll(): void {
  for (const one of ORDER) void learn(one).catch(() => undefined);
}

/** The key of the language goes round. */
export function languageAfter(one: Language): Language {
  return ORDER[(ORDER.indexOf(one) + 1) % ORDER.length]!;
}

export function isLanguage(word: string | null | undefined): word is Language {
  return ORDER.includes(word as Language);
}
