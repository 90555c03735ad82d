export const EnrichPage = () => <main className="p-6">Soon.</main>
