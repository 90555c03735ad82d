// Before the first paint, so that a page never flashes in the other theme. See src/shell/theme.ts.
try {
  const theme = localStorage.getItem('prospector.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system decides.
}
