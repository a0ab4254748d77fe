/// What Matroska says of a chapter (RFC 9559, 5.1.7).
package struct ChapterElement: Hashable, Sendable {
    /// When it begins, in nanoseconds.
    package let start: UInt64
    /// When it ends, in nanoseconds; `nil` where that is not stated.
    package let end: UInt64?
    /// Its first title; `nil` where it has none.
    package let title: String?

    package init(start: UInt64, end: UInt64?, title: String?) {
        (self.start, self.end, self.title) = (start, end, title)
    }
}

extension ElementScanner {
    /// So many chapters are read.
    private static var mostChapters: Int { 10_000 }

    /// The chapters of a Matroska file, in its order: of the edition that players are to choose, or of the first one. Those within others
    /// are left out.
    ///
    /// - Complexity: O(number of chapters), each some reads.
    package func chapterElements() throws(Failure) -> [ChapterElement] {
        guard let segment = try first(.segment, in: whole), let chapters = try chapters(in: segment) else { return [] }
        let editions = try all(.editionEntry, in: chapters.content)
        var chosen = editions.first
        for edition in editions {
            if let flag = try first(.editionFlagDefault, in: edition.content), try unsigned(flag) == 1 {
                chosen = edition
                break
            }
        }
        guard let chosen else { return [] }
        var found: [ChapterElement] = []
        for atom in try all(.chapterAtom, in: chosen.content).prefix(Self.mostChapters) {
            guard let time = try first(.chapterTimeStart, in: atom.content), let start = try unsigned(time) else {
                continue
            }
            let end = try first(.chapterTimeEnd, in: atom.content)
            found.append(
                ChapterElement(
                    start: start,
                    end: try end.flatMap { element throws(Failure) in try unsigned(element) },
                    title: try title(of: atom)
                )
            )
        }
        return found
    }

    /// A text of at most 64 KiB, which may end by zeros.
    private func title(of atom: LocatedElement) throws(Failure) -> String? {
        guard let display = try first(.chapterDisplay, in: atom.content),
            let text = try first(.chapterString, in: display.content),
            let bytes = try bytes(text.content, limit: 1 << 16)
        else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Where the chapters are: before the packets, or where the index at the beginning says.
    private func chapters(in segment: LocatedElement) throws(Failure) -> LocatedElement? {
        var found: LocatedElement?
        var places: [UInt64] = []
        try forEach(in: segment.content) { element throws(Failure) in
            if element.id == .chapters { found = element }
            if element.id == .seekHead {
                for entry in try all(.seek, in: element.content) {
                    if let id = try first(.seekID, in: entry.content),
                        try unsigned(id) == UInt64(ElementID.chapters.rawValue),
                        let position = try first(.seekPosition, in: entry.content), let offset = try unsigned(position)
                    {
                        places.append(offset)
                    }
                }
            }
            return found == nil && element.id != .cluster
        }
        if let found { return found }
        for offset in places {
            let (place, overflows) = segment.content.lowerBound.addingReportingOverflow(offset)
            if !overflows, let element = try element(at: place, before: segment.content.upperBound),
                element.id == .chapters
            {
                return element
            }
        }
        return nil
    }
}
