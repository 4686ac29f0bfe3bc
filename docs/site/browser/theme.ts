/** Before anything is drawn: the colours that this reader has chosen, in the console or here. */
try {
  const chosen = localStorage.getItem('berth.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // A browser that keeps nothing for this page has the colours of the system.
}
