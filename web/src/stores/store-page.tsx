export const StorePage = () => <main className="p-6">Soon.</main>
