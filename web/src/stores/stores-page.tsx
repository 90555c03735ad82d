export const StoresPage = () => <main className="p-6">Soon.</main>
