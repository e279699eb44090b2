import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Brand, ConnectionMark, ConnectionVeil, DemoMark, LanguageSwitch, TimeOfDay } from "../../components/Chrome";
import type { DisplayView, Play, PlayerView } from "../../generated/feed";
import { house } from "../../house";
import { momentOf } from "../../table/moment";
import { SidePanel } from "../../table/SidePanel";
import { Notices, Sign } from "../../table/Sign";
import { say } from "../../text/say";
import { Felt } from "./Felt";
import { HistoryPanel } from "./HistoryPanel";
import { MoneyBar } from "./MoneyBar";
import type { PlayerModel } from "./model";
import { NewsStrip } from "./NewsStrip";
import { Picture } from "./Picture";
import { RulesDialog } from "./RulesDialog";
import "./player.css";
import { SoundKey } from "./SoundKey";
import { StaffLog } from "./StaffLog";
import { TableTabs } from "./TableTabs";
import { TimeDialog, TimeStrip } from "./TimeDialog";
import { WagerDialog } from "./WagerDialog";
import { Wagers } from "./Wagers";

export function PlayerStation({ model }: { model: PlayerModel }): JSX.Element {
  const view = model.terminal.value;
  const table = model.table(model.front.value);
  const play = model.play(model.front.value);
  return (
    <div class="felt" data-game={table?.game ?? ""}>
      {view && table && play && <Screen model={model} view={view} table={table} play={play} />}
      <ConnectionVeil state={model.feed.connection.value} why={model.feed.ended.value} guest />
    </div>
  );
}

interface ScreenProps {
  model: PlayerModel;
  view: PlayerView;
  table: DisplayView;
  play: Play;
}

/**
 * All that a terminal has to show, whatever it plays; what else there is hides none of it.
 *
 * Rule: LT 2.2.9; LT Diagram A; LT Diagram B; SB 2.3; SB 2.3.1
 */
function Screen({ model, view, table, play }: ScreenProps): JSX.Element {
  const { shown, moving } = momentOf(table);
  const rules = useSignal(false);
  return (
    <div class="player-screen">
      <TopBar model={model} view={view} table={table} />
      <Barred view={view} />
      {view.news.length > 0 ? <NewsStrip model={model} view={view} table={table} /> : <TimeStrip sitting={model.sitting} />}
      <main class="player-main">
        <Felt model={model} view={view} table={table} play={play} />
        <aside class="player-side panel">
          <Notices table={table} />
          <Picture table={table.table} />
          <Wagers model={model} table={table} play={play} moving={moving} />
          <div class="sign-head">
            <h3 class="label">
              {say("sign.title")} <i class="currency">{house.value.currency}</i>
            </h3>
            <button type="button" class="button" onClick={() => (rules.value = true)} data-testid="open-rules">
              {say("rules.open")}
            </button>
            <SoundKey sounds={model.sounds} />
          </div>
          <Sign limits={table.limits} />
          <SidePanel table={shown} />
        </aside>
      </main>
      <MoneyBar model={model} view={view} table={table} play={play} />
      <WagerDialog model={model} table={table} play={play} />
      {rules.value && <RulesDialog table={table} onClose={() => (rules.value = false)} />}
    </div>
  );
}

function TopBar({ model, view, table }: Omit<ScreenProps, "play">): JSX.Element {
  const shows = useSignal<"" | "history" | "log" | "time">("");
  const close = (): void => void (shows.value = "");
  return (
    <header class="top-bar">
      <Brand />
      <TableTabs model={model} view={view} />
      <span class="top-space" />
      <DemoMark demo={table.demo} />
      <ConnectionMark state={model.feed.connection.value} />
      <button type="button" class="button quiet clock-key" aria-label={say("time.title")} onClick={() => (shows.value = "time")} data-testid="open-time">
        <TimeOfDay />
      </button>
      <button type="button" class="button quiet" onClick={() => (shows.value = "history")} data-testid="open-history">
        {say("history.short")}
      </button>
      <button type="button" class="button quiet seat" onClick={() => (shows.value = "log")} data-testid="open-log">
        {say("seat.name", { terminal: view.terminal })}
      </button>
      <LanguageSwitch />
      {shows.value === "time" && <TimeDialog sitting={model.sitting} onClose={close} />}
      {shows.value === "history" && <HistoryPanel model={model} view={view} onClose={close} />}
      {shows.value === "log" && <StaffLog log={model.log} terminal={view.terminal} onClose={close} />}
    </header>
  );
}

/** A terminal that may not be played says so over the felt, and hides nothing that lies there. */
function Barred({ view }: { view: PlayerView }): JSX.Element | null {
  const why = view.out_of_service ? "barred.out_of_service" : view.excluded ? "barred.excluded" : null;
  if (!why) return null;
  return (
    <div class="barred" role="alert">
      <strong>{say(why)}</strong>
      <span>{say("barred.help")}</span>
    </div>
  );
}
