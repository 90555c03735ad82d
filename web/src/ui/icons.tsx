import type { ReactNode } from 'react'

/** Our own line icons on a grid of 16: one weight, no library. */
const drawings = {
  contacts: (
    <>
      <circle cx="8" cy="5.25" r="2.5" />
      <path d="M3 13.25c.5-2.6 2.5-4 5-4s4.5 1.4 5 4" />
    </>
  ),
  stores: <path d="M2.75 6.5 4 2.75h8l1.25 3.75M2.75 6.5h10.5M2.75 6.5v6.75h10.5V6.5M6.25 13.25v-3.5h3.5v3.5" />,
  enrich: <path d="M2.75 4.25h6.5M2.75 8h4.5M2.75 11.75h3.5M11.5 6.5v6.75M8.75 10.5l2.75 2.75 2.75-2.75" />,
  revealed: (
    <>
      <path d="M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8Z" />
      <circle cx="8" cy="8" r="1.75" />
    </>
  ),
  usage: <path d="M2.75 13.25h10.5M4.25 10.5v-3M8 10.5v-7M11.75 10.5V6" />,
  settings: <path d="M2.75 4.5h5M11.25 4.5h2M2.75 11.5h2M8.25 11.5h5M9.5 2.75v3.5M6.5 9.75v3.5" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3 3" />
    </>
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  check: <path d="m3.25 8.5 3 3 6.5-7" />,
  minus: <path d="M3.5 8h9" />,
  plus: <path d="M8 3.5v9M3.5 8h9" />,
  chevronDown: <path d="m4 6.25 4 4 4-4" />,
  chevronRight: <path d="m6.25 4 4 4-4 4" />,
  email: (
    <>
      <rect x="2" y="3.5" width="12" height="9" rx="1.5" />
      <path d="m2.5 5 5.5 4 5.5-4" />
    </>
  ),
  phone: (
    <path d="M3.25 2.75h2.5l1 3-1.5 1.25a8.5 8.5 0 0 0 3.75 3.75L10.25 9.25l3 1v2.5c0 .3-.2.5-.5.5C7.25 13.25 2.75 8.75 2.75 3.25c0-.3.2-.5.5-.5Z" />
  ),
  linkedin: (
    <>
      <rect x="2.25" y="2.25" width="11.5" height="11.5" rx="2" />
      <path d="M5.25 7v4M5.25 4.95v.1M8 11V7M8 8.6c0-2 2.75-2.2 2.75-.2V11" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="7.75" height="7.75" rx="1.25" />
      <path d="M3.5 10.25h-.25c-.3 0-.5-.2-.5-.5v-6.5c0-.3.2-.5.5-.5h6.5c.3 0 .5.2.5.5v.25" />
    </>
  ),
  filter: <path d="M2.75 4.25h10.5M4.75 8h6.5M6.75 11.75h2.5" />,
  alert: <path d="M8 5.5v3.25M8 11v.1M8 2.25l6 11H2l6-11Z" />,
  external: <path d="M6.5 3.25H3.25v9.5h9.5V9.5M9.25 2.75h4v4M13 3 7.5 8.5" />,
  keyboard: (
    <>
      <rect x="1.75" y="4" width="12.5" height="8" rx="1.25" />
      <path d="M4.25 6.5v.1M6.75 6.5v.1M9.25 6.5v.1M11.75 6.5v.1M5.25 9.5h5.5" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="6" r="2.25" />
      <circle cx="8" cy="8" r="6" />
      <path d="M4.25 12.5c.75-1.75 2.1-2.5 3.75-2.5s3 .75 3.75 2.5" />
    </>
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5v11a5.5 5.5 0 0 0 0-11Z" fill="currentColor" />
    </>
  ),
  signOut: <path d="M6.5 2.75H3.25v10.5H6.5M10 5l3 3-3 3M6.5 8H13" />,
  upload: <path d="M8 10.5v-7M5 6l3-3 3 3M2.75 10.5v2.75h10.5V10.5" />,
  download: <path d="M8 3v7M5 7.5l3 3 3-3M2.75 10.5v2.75h10.5V10.5" />,
  retry: <path d="M13 8a5 5 0 1 1-1.5-3.6L13 5.75M13 2.75v3h-3" />,
  menu: <path d="M2.75 4.5h10.5M2.75 8h10.5M2.75 11.5h10.5" />,
  key: (
    <>
      <circle cx="5.25" cy="10.75" r="2.5" />
      <path d="m7.25 9 5.5-5.5M10.5 5.75l1.75 1.75" />
    </>
  ),
  up: <path d="m4 9.75 4-4 4 4" />,
  columns: <path d="M2.25 3.25h11.5v9.5H2.25zM6.25 3.25v9.5M10 3.25v9.5" />,
  collapse: <path d="M2.25 3.25h11.5v9.5H2.25zM6 3.25v9.5M11 6.25 9 8l2 1.75" />,
  chart: <path d="M3 12.75V9M6.5 12.75v-9M10 12.75V6.5M13.5 12.75v-4" />,
  pause: <path d="M5.75 4v8M10.25 4v8" />,
  play: <path d="M5.5 3.75v8.5l6.5-4.25-6.5-4.25Z" />,
  more: <path d="M3.5 8v.1M8 8v.1M12.5 8v.1" strokeWidth="2" />,
  bell: (
    <path d="M8 2.25c-2.3 0-3.75 1.7-3.75 4v2.5L3 10.75h10l-1.25-2v-2.5c0-2.3-1.45-4-3.75-4ZM6.5 13.25c.3.5.85.75 1.5.75s1.2-.25 1.5-.75" />
  ),
  bookmark: <path d="M4.25 2.75h7.5v10.5L8 10.25l-3.75 3V2.75Z" />,
  list: <path d="M6 4.25h7.25M6 8h7.25M6 11.75h7.25M3 4.25v.1M3 8v.1M3 11.75v.1" />,
  trash: <path d="M2.75 4.5h10.5M6.25 4.5V2.75h3.5V4.5M4.25 4.5l.5 8.75h6.5l.5-8.75M6.75 7.25v3.5M9.25 7.25v3.5" />,
  pencil: <path d="M3 13l.75-3L10.5 3.25l2.25 2.25L6 12.25 3 13ZM9 4.75 11.25 7" />,
  shared: (
    <>
      <circle cx="6" cy="5.5" r="2.25" />
      <path d="M2 12.75c.4-2.25 2-3.5 4-3.5s3.6 1.25 4 3.5M10.25 3.5a2.25 2.25 0 0 1 0 4M11.75 9.5c1.25.5 2 1.6 2.25 3.25" />
    </>
  ),
  credit: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <circle cx="8" cy="8" r="2.25" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

export function Icon({ name, size = 16, className = '' }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      {drawings[name]}
    </svg>
  )
}
