/** A pull request, or merge request, as its host describes it. */
export interface PullRequest {
  /** As people see it, within its repository. */
  number: number
  title: string
  /** Its page. */
  url: string
  /** Login name at the host. */
  author: string
  sourceBranch: string
  targetBranch: string
  /** The newest commit of the source branch. */
  commit: string
  /** Whether its branch is in another repository than the one it was made for. */
  isFork: boolean
  isOpen: boolean
}
