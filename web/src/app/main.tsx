import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../api/queries.ts'
import { router } from './router.tsx'
import { SlowServer } from './slow-server.tsx'
import '../ui/styles.css'
import { Toasts } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toasts />
        <SlowServer />
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
)
