/** For a part of a page that comes after the page: the router scrolls only to what is there already. */
export const showIfAsked =
  (id: string) =>
  (part: HTMLElement | null): void => {
    if (window.location.hash === `#${id}`) part?.scrollIntoView()
  }
