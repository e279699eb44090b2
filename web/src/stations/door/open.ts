/** Show the door instead of the station: its code is fetched only when it is needed. */
export function openDoor(root: HTMLElement): void {
  void import("./Door").then(({ showDoor }) => showDoor(root));
}
