import BrowserSupport

/// Clips on the page of the studio, as a person opens and chooses them.
extension BrowserPage {
    /// Opens a file of the folder, and waits until it is shown.
    func open(file name: String) throws {
        try click("#open")
        let entry =
            "[...document.querySelectorAll('#opener-list button')].find((one) => one.textContent.startsWith('\(name)'))"
        try wait(for: entry)
        try value("\(entry).click()")
        try wait(
            for: "document.getElementById('clips').selectedOptions[0]?.textContent === '\(name)' && \(Shown.isExact)"
        )
    }

    /// Chooses a clip in a list by its name.
    func choose(_ name: String, in list: String) throws {
        try value(
            """
            (() => {
              const list = document.getElementById("\(list)");
              list.value = [...list.options].find((option) => option.textContent === "\(name)").value;
              list.dispatchEvent(new Event("change"));
            })()
            """
        )
    }
}
