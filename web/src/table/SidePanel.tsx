import type { JSX } from "preact";
import { gameOf } from "../games/find";
import type { DisplayView } from "../generated/feed";

/** What has been, beside the felt. */
export function SidePanel({ table }: { table: DisplayView }): JSX.Element {
  const { Past } = gameOf(table);
  return <Past table={table} />;
}
