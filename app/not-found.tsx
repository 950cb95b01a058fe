import { Brand } from '@/components/shell/brand'
import { NoSuchPage } from '@/components/shell/no-such-page'

export default function NotFound() {
  return (
    <main className="p-4">
      <Brand />
      <NoSuchPage />
    </main>
  )
}
