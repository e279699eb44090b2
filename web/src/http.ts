/** The small HTTP interface of a station: POST with a JSON body, and answers that are values. */

export type Trouble =
  | "BAD_REQUEST"
  | "NOT_FOUND"
  | "NOT_ENROLLED"
  | "CODE_UNKNOWN"
  | "SIGN_IN_NEEDED"
  | "SIGN_IN_FAILED"
  | "SECOND_FACTOR_NEEDED"
  | "SECOND_FACTOR_MISSING"
  | "NO_ROLE_HERE"
  | "PERSON_LOCKED"
  | "PIN_WRONG"
  | "ORIGIN_NOT_ALLOWED"
  | "TOO_MANY"
  | "NOT_READY"
  | "INTERNAL";

export interface Problem {
  error: Trouble;
  tries_left?: number;
  wait_s?: number;
}

export type Reply<T> = { ok: true; body: T } | { ok: false; problem: Problem };

export function post<T>(path: string, body: unknown): Promise<Reply<T>> {
  return reply<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

export function get<T>(path: string): Promise<Reply<T>> {
  return reply<T>(path, { method: "GET" });
}

/** Rejects only when there was no answer at all. */
async function reply<T>(path: string, request: RequestInit): Promise<Reply<T>> {
  const response = await fetch(path, { ...request, credentials: "same-origin", cache: "no-store" });
  const body: unknown = response.status === 204 ? {} : await response.json().catch(() => ({ error: "INTERNAL" }));
  return response.ok ? { ok: true, body: body as T } : { ok: false, problem: body as Problem };
}
