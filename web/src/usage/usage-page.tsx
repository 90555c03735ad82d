export const UsagePage = () => <main className="p-6">Soon.</main>
