import { RunGone } from '@/components/runs/run-gone'

export default function RunNotFound() {
  return <RunGone />
}
