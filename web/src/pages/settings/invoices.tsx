import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { formatDay } from '../../shared/format.ts'
import { Section } from '../../ui/page.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'

type Invoice = Reply<'listInvoices'>['data'][number]

const statusNames: Record<Invoice['status'], string> = {
  paid: 'Paid',
  open: 'Open',
  void: 'Void',
  uncollectible: 'Unpaid',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
}

const columns: Column<Invoice>[] = [
  {
    head: 'Date',
    isWideOnly: true,
    cell: ({ created_at: at }) => <span className="figures whitespace-nowrap">{formatDay(at)}</span>,
  },
  { head: 'Invoice', cell: ({ number, description }) => (number ? `${number}, ${description}` : description) },
  {
    head: 'Status',
    isWideOnly: true,
    cell: ({ status }) => (
      <Tag look={status === 'open' || status === 'uncollectible' ? 'danger' : 'plain'}>{statusNames[status]}</Tag>
    ),
  },
  { head: 'Total', isNumber: true, cell: ({ total_label: total }) => total },
  {
    head: '',
    isNumber: true,
    cell: ({ url, pdf_url: pdf }) =>
      (pdf ?? url) && (
        <a href={pdf ?? url ?? ''} className="underline hover:text-ink" download={pdf ? true : undefined}>
          Download
        </a>
      ),
  },
]

export function Invoices() {
  const { data } = useQuery({
    queryKey: ['listInvoices'],
    queryFn: ({ signal }) => call('listInvoices', { signal }),
  })
  if (!data || data.data.length === 0) return null
  return (
    <Section title="Invoices">
      <DataTable label="Invoices" columns={columns} rows={data.data} keyOf={({ id }) => id} />
    </Section>
  )
}
