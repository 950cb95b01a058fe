import { NoSuchPage } from '@/components/shell/no-such-page'

export default function NotFoundInShell() {
  return <NoSuchPage />
}
