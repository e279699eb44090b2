import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Brand, ConnectionMark, ConnectionVeil, DemoMark, LanguageSwitch, TimeOfDay } from "../../components/Chrome";
import type { Feed } from "../../feed/feed";
import type { Drawn, KioskCommand, KioskView, Sheet } from "../../generated/feed";
import { get } from "../../http";
import { figure } from "../../money";
import { PaperKey } from "../../paper/PaperKey";
import { say } from "../../text/say";
import { momentOf, type Moment } from "./moment";
import "./kiosk.css";

/** A kiosk: a guest alone, with a ticket in his hand.  It asks for nothing: the slot and the tray beside it do. */
export function KioskStation({ feed }: { feed: Feed<KioskCommand> }): JSX.Element {
  const topic = feed.topics.names().find((name) => name.startsWith("kiosk:"));
  const kiosk = topic ? feed.topics.view<KioskView>(topic) : null;
  return (
    <div class="felt kiosk" data-game="office">
      {kiosk && (
        <div class="kiosk-screen">
          <header class="kiosk-head">
            <Brand />
            <h1>{kiosk.kiosk}</h1>
            <span class="top-space" />
            <DemoMark demo={kiosk.demo} />
            <TimeOfDay />
            <ConnectionMark state={feed.connection.value} />
            <LanguageSwitch />
          </header>
          <Body feed={feed} kiosk={kiosk} />
        </div>
      )}
      <ConnectionVeil state={feed.connection.value} why={feed.ended.value} guest />
    </div>
  );
}

function Body({ feed, kiosk }: { feed: Feed<KioskCommand>; kiosk: KioskView }): JSX.Element {
  const moment = momentOf(kiosk, feed.returned.value);
  return (
    <main class="kiosk-body">
      <section class={`kiosk-now panel ${moment.mood}`} role="status" data-moment={moment.name} data-testid="kiosk-now">
        {(moment.name === "paying" || moment.name === "asking") && <span class="spinner" aria-hidden="true" />}
        <h2>{moment.title}</h2>
        {moment.amount !== "" && (
          <p class="kiosk-amount" data-testid="kiosk-amount">
            {moment.amount}
          </p>
        )}
        <Words moment={moment} />
        {kiosk.demo && kiosk.said?.slip === "printed" && <PaperKey label="kiosk.slip" act="on_paper" draw={drawSlip} />}
      </section>
      <footer class="kiosk-foot">
        {kiosk.is_open && kiosk.values.length > 0 && (
          <p class="kiosk-pays" data-testid="kiosk-pays">
            {say("kiosk.pays", { values: kiosk.values.map(figure).join(say("list.between")), most: figure(kiosk.most) })}
          </p>
        )}
        {kiosk.demo && <VirtualSlot feed={feed} />}
      </footer>
    </main>
  );
}

/** On a demo floor the slip lies in no hand: the page shows it. */
async function drawSlip(): Promise<Sheet | null> {
  const reply = await get<Drawn>("api/ticket").catch(() => null);
  return reply?.ok ? reply.body.sheet : null;
}

function Words({ moment }: { moment: Moment }): JSX.Element {
  return (
    <>
      {moment.words.map((line) => (
        <p class="kiosk-words" key={line}>
          {line}
        </p>
      ))}
    </>
  );
}

/** On a demo floor the slot is virtual: the number on the ticket is keyed. */
function VirtualSlot({ feed }: { feed: Feed<KioskCommand> }): JSX.Element {
  const number = useSignal("");
  const insert = (event: SubmitEvent): void => {
    event.preventDefault();
    feed.returned.value = null;
    feed.demo("ticket_reader", number.value.replaceAll(/\D/g, ""));
    number.value = "";
  };
  return (
    <form class="kiosk-slot" onSubmit={insert}>
      <label class="field">
        <span class="label">{say("kiosk.slot")}</span>
        <input inputMode="numeric" required autocomplete="off" maxLength={24} value={number.value} onInput={(event) => (number.value = event.currentTarget.value)} data-testid="ticket-number" />
      </label>
      <button class="button gold" data-testid="insert-ticket">
        {say("money_in.insert_ticket")}
      </button>
    </form>
  );
}
