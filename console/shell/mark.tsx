/** Logo: a ship at its berth, as on the pages of the server. */
export function Mark() {
  return (
    <svg
      className="mark"
      viewBox="0 0 32 32"
      width="26"
      height="26"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M16 3v8M10 11h12v6M10 11v6M4.5 17h23l-3.2 7.5a3 3 0 0 1-2.7 1.8H10.4a3 3 0 0 1-2.7-1.8z" />
      <path d="M2 29.5c2.3 0 2.3-1.5 4.7-1.5s2.3 1.5 4.6 1.5S13.7 28 16 28s2.3 1.5 4.7 1.5 2.3-1.5 4.6-1.5 2.4 1.5 4.7 1.5" />
    </svg>
  )
}
