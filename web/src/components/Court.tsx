import type { JSX } from "preact";
import { SUIT_PATH, type Suit } from "./pips";

const CROWN: Record<string, string> = {
  K: "M92 84L86 50L106 66L125 40L144 66L164 50L158 84Z",
  Q: "M95 84C92 70 96 62 104 60C108 68 112 68 115 60C118 50 132 50 135 60C138 68 142 68 146 60C154 62 158 70 155 84Z",
  J: "M92 84C90 62 108 52 126 54C146 56 158 66 158 84ZM150 64C160 48 172 44 180 46C176 58 166 70 154 74Z",
};

/** A court card: half a figure, and the same half turned about the middle. */
export function Court({ rank, suit, ink }: { rank: string; suit: Suit; ink: string }): JSX.Element {
  const red = suit === "H" || suit === "D";
  const robe = red ? "#b3161e" : "#1d3557";
  return (
    <g>
      <rect x="56" y="34" width="138" height="282" rx="8" fill="#fbf6e9" stroke="#a9833a" stroke-width="2" />
      <Half rank={rank} suit={suit} ink={ink} robe={robe} />
      <g transform="rotate(180 125 175)">
        <Half rank={rank} suit={suit} ink={ink} robe={robe} />
      </g>
      <path d="M57 175H193" stroke="#a9833a" stroke-width="2" />
    </g>
  );
}

function Half(props: { rank: string; suit: Suit; ink: string; robe: string }): JSX.Element {
  const { rank, suit, ink, robe } = props;
  const long = rank === "Q";
  return (
    <g stroke-linejoin="round">
      <path d={SUIT_PATH[suit]} transform="translate(77 62) scale(.27)" fill={ink} />
      <path d="M58 174V162C62 142 88 134 104 130H146C162 134 188 142 192 162V174Z" fill={robe} />
      <path d="M104 130L125 174L146 130Z" fill="#f3e3b4" stroke="#a9833a" stroke-width="2" />
      <path d="M80 139L97 174M170 139L153 174" stroke="#e0bf6f" stroke-width="6" fill="none" />
      <path
        d={long ? "M95 82C84 104 86 128 96 142C104 136 104 120 103 100H147C146 120 146 136 154 142C164 128 166 104 155 82Z" : "M97 82C92 98 94 116 102 124L148 124C156 116 158 98 153 82Z"}
        fill={long ? "#c79f4c" : "#4b3620"}
      />
      <path d="M103 84H147V106C147 122 138 134 125 134C112 134 103 122 103 106Z" fill="#f7e6d0" stroke="#3a2a1c" stroke-width="1.6" />
      {rank === "K" && <path d="M106 112C110 118 118 116 125 115C132 116 140 118 144 112C144 132 136 144 125 146C114 144 106 132 106 112Z" fill="#4b3620" />}
      <g fill="none" stroke="#3a2a1c" stroke-width="2" stroke-linecap="round">
        <path d="M109 99Q114 95.5 119 99M131 99Q136 95.5 141 99" />
        <path d="M125 100V110L121.5 111.5" stroke-width="1.5" />
        <path d="M120 121Q125 124 130 121" stroke="#a3262b" />
      </g>
      <path d={CROWN[rank]} fill="#e0bf6f" stroke="#7d5f22" stroke-width="2" />
      <path d="M92 84H158" stroke="#7d5f22" stroke-width="5" />
      <path d={SUIT_PATH[suit]} transform="translate(125 152) scale(.2)" fill={ink} />
    </g>
  );
}
