export const RevealedPage = () => <main className="p-6">Soon.</main>
