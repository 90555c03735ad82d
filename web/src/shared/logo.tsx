export const Logo = () => (
  <span className="inline-flex items-center gap-2 font-semibold tracking-[-0.01em]">
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 32 32">
      <rect width="32" height="32" rx="8" className="fill-ink" />
      <path
        d="M11 24V8h6.2a5.3 5.3 0 0 1 0 10.6H11"
        fill="none"
        className="stroke-ink-inverse"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <circle cx="22.5" cy="23" r="2.5" className="fill-gold" />
    </svg>
    Prospector
  </span>
)
