/// The folders of a module, in the order in which they may use one another, as the article "Architecture" lists them.
///
/// The article is the one place that says it: a heading `### Module` under `## Folders`, then a table with a row
/// for each folder, the first of which uses no other.
struct FolderOrder {
    struct Folder: Equatable {
        /// `.` stands for the files that lie beside the folders.
        let name: String
        let purpose: String
    }

    let module: String
    private(set) var folders: [Folder] = []

    /// Where the lists stand, below the package's folder.
    static let article = "Sources/Export/Export.docc/Architecture.md"

    /// Reads the lists of all modules.
    static func orders(in article: String) -> [FolderOrder] {
        var orders: [FolderOrder] = []
        var isInside = false
        for line in article.split(separator: "\n") {
            if line.hasPrefix("## ") {
                isInside = line == "## Folders"
            } else if isInside, line.hasPrefix("### ") {
                orders.append(FolderOrder(module: line.dropFirst(4).filter { $0 != "`" }))
            } else if isInside, line.hasPrefix("| `"), !orders.isEmpty {
                let cells = line.split(separator: "|").map { cell in
                    String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
                }
                let name = cells.first?.filter { $0 != "`" } ?? ""
                orders[orders.count - 1].folders.append(Folder(name: name, purpose: cells.dropFirst().joined()))
            }
        }
        return orders
    }
}
