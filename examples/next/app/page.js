export default function Page() {
  return <p>rendered by Next</p>
}
