/// Moves the times that stand within a line of SubStation Alpha's dialogue, as Matroska stores it: of karaoke, of what moves and fades, and of
/// what scrolls. All other bytes stay as they are.
///
/// The marks are read as libass does: <https://github.com/libass/libass/wiki/ASSv5-Override-Tags>.
package struct DialogueTimes {
    private let times: InnerTimes
    private let line: [UInt8]
    /// What is read next.
    private var position = 0
    /// What of the line is written already, and up to where it was taken.
    private var written: [UInt8] = []
    private var taken = 0
    /// Where the next syllable of karaoke begins, in microseconds of the source.
    private var syllable: Int64 = 0

    private init(_ line: [UInt8], _ times: InnerTimes) { (self.line, self.times) = (line, times) }

    /// A line with its times moved: its order, layer, style, name, three margins, effect, and the text, in which there may be commas.
    /// - Complexity: O(bytes of the line).
    package static func moved(_ line: [UInt8], by times: InnerTimes) -> [UInt8] {
        var reader = DialogueTimes(line, times)
        guard let effect = reader.fieldOfEffect() else { return line }
        reader.moveDelay(in: effect)
        reader.position = effect.upperBound + 1
        while reader.skip(behind: UInt8(ascii: "{")) {
            // Braces that are not closed are letters.
            guard let end = line[reader.position...].firstIndex(of: UInt8(ascii: "}")) else { break }
            reader.moveMarks(upTo: end)
            reader.position = end
        }
        return reader.written + line[reader.taken...]
    }

    /// Where the field before the text lies; `nil` where there is no text.
    private func fieldOfEffect() -> Range<Int>? {
        let commas = line.indices.lazy.filter { line[$0] == UInt8(ascii: ",") }.prefix(Self.fieldsBeforeText)
        guard commas.count == Self.fieldsBeforeText, let last = commas.last else { return nil }
        let before = commas[commas.index(commas.startIndex, offsetBy: Self.fieldsBeforeText - 2)]
        return before + 1..<last
    }

    private static let fieldsBeforeText = 8

    /// What scrolls waits for so many milliseconds before each pixel: `Banner;delay`, `Scroll up;top;bottom;delay`.
    private mutating func moveDelay(in field: Range<Int>) {
        let parts = line[field].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let names = ["Banner": 1, "Scroll up": 3, "Scroll down": 3]
        guard let name = parts.first, let place = names[String(decoding: name, as: UTF8.self)], place < parts.count
        else { return }
        position = parts[place].startIndex
        guard let delay = number(before: parts[place].endIndex, unit: Self.millisecond), delay.value >= 0 else {
            return
        }
        // Players read whole numbers, and take 0 for 1.
        let stated = max(1, delay.value / Self.millisecond)
        let moved = (Double(stated) * times.stretch()).rounded()
        guard (0..<1e9).contains(moved), case let whole = max(1, Int64(moved)), whole != stated else { return }
        replace(delay, with: whole, unit: Self.millisecond)
    }

    /// Moves the times of all marks before a place.
    private mutating func moveMarks(upTo end: Int) {
        while position < end {
            guard line[position] == UInt8(ascii: #"\"#) else {
                position += 1
                continue
            }
            position += 1
            skipBlanks(before: end)
            if moveSyllable(before: end) || moveSpan(before: end) { continue }
        }
    }

    /// `\k`, `\K`, `\kf`, `\ko`: how long a syllable is sung, in hundredths of a second. `\kt`: when the next one begins.
    private mutating func moveSyllable(before end: Int) -> Bool {
        let isStart = take("kt", before: end)
        guard isStart || ["kf", "ko", "k", "K"].contains(where: { take($0, before: end) }) else { return false }
        skipBlanks(before: end)
        if take("(", before: end) { skipBlanks(before: end) }
        let read = number(before: end, unit: Self.hundredth)
        // Without a number, a syllable is sung for a second, and `\kt` begins where the line does. Letters are taken for zero.
        let isMissing = position == end || [UInt8(ascii: #"\"#), UInt8(ascii: ")")].contains(line[position])
        let absent = Number(place: position..<position, value: isMissing && !isStart ? 100 * Self.hundredth : 0)
        let stated = read ?? absent
        let begin = isStart ? 0 : syllable
        syllable = max(-InnerTimes.farthest, min(begin + stated.value, InnerTimes.farthest))
        // What is no number stays as it is.
        if read == nil, !isMissing { return true }
        if times.place(begin) == begin, times.place(syllable) == syllable { return true }
        // What the line does not show of it any more has passed.
        let sung = max(0, times.place(syllable, unit: Self.hundredth))
        let before = isStart ? 0 : max(0, times.place(begin, unit: Self.hundredth))
        replace(stated, with: sung &- before, unit: Self.hundredth)
        return true
    }

    /// `\move(x1,y1,x2,y2,t1,t2)`, `\fad(in,out)`, `\fade(a1,a2,a3,t1,t2,t3,t4)`, `\t(t1,t2,…)`, in milliseconds.
    private mutating func moveSpan(before end: Int) -> Bool {
        guard let mark = ["move", "fade", "fad", "t"].first(where: { take($0 + "(", before: end) }) else {
            return false
        }
        let numbers = numbers(before: end)
        switch (mark, numbers.count) {
        case ("move", 6...): moveInstants(from: numbers[4], to: numbers[5])
        case ("t", 2...): moveInstants(from: numbers[0], to: numbers[1])
        case ("fade", 2), ("fad", 2): moveFades(numbers[0], numbers[1])
        case ("fade", 7), ("fad", 7): moveFade(numbers)
        default: break
        }
        return true
    }

    /// Instants between which something changes. Two zeros, and a second one of zero, stand for the whole of what the line is shown.
    private mutating func moveInstants(from first: Number, to last: Number) {
        let begin = times.place(first.value, unit: Self.millisecond)
        guard last.value > 0 else {
            if first.value > 0 { replace(first, with: begin) }
            return
        }
        // What is over before the line is shown may not become such a zero.
        let end = max(1, times.place(last.value, unit: Self.millisecond))
        replace(first, with: end > 1 ? begin : min(begin, 0))
        replace(last, with: end)
    }

    /// How long a line fades in and out.
    private mutating func moveFades(_ fadeIn: Number, _ fadeOut: Number) {
        if fadeIn.value > 0 {
            replace(fadeIn, with: max(0, times.place(fadeIn.value, unit: Self.millisecond)))
        }
        guard fadeOut.value > 0 else { return }
        let moved: Int64
        if let length = times.length, let newLength = times.newLength {
            moved = newLength &- times.place(length - fadeOut.value)
        } else {
            moved = times.place(fadeOut.value) &- times.place(0)
        }
        replace(fadeOut, with: max(0, InnerTimes.rounded(moved, by: Self.millisecond)))
    }

    /// Three levels, and the instants between which a line changes from one to the next. With -1 at both ends they stand for the line's own.
    private mutating func moveFade(_ numbers: [Number]) {
        let instants = numbers[3...]
        if let first = instants.first, let last = instants.last, first.value == -Self.millisecond,
            last.value == first.value
        {
            return moveFades(numbers[4], numbers[5])
        }
        for instant in instants { replace(instant, with: times.place(instant.value, unit: Self.millisecond)) }
    }

    private static let millisecond: Int64 = 1000
    private static let hundredth: Int64 = 10_000
}

/// How marks are read.
extension DialogueTimes {
    /// A number that stands in the line, in microseconds.
    private struct Number {
        let place: Range<Int>
        let value: Int64
    }

    /// Goes behind the next byte of a kind; `false` where there is none.
    private mutating func skip(behind byte: UInt8) -> Bool {
        guard position <= line.count, let next = line[position...].firstIndex(of: byte) else { return false }
        position = next + 1
        return true
    }

    private mutating func skipBlanks(before end: Int) {
        while position < end, line[position] == UInt8(ascii: " ") || line[position] == UInt8(ascii: "\t") {
            position += 1
        }
    }

    /// Takes what stands next, if it is that.
    private mutating func take(_ text: String, before end: Int) -> Bool {
        guard end - position >= text.utf8.count, line[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    /// Numbers with commas between them, as far as there are such.
    private mutating func numbers(before end: Int) -> [Number] {
        var numbers: [Number] = []
        while true {
            skipBlanks(before: end)
            guard let next = number(before: end, unit: Self.millisecond) else { return numbers }
            numbers.append(next)
            skipBlanks(before: end)
            guard take(",", before: end) else { return numbers }
        }
    }

    /// The number that stands next, in a unit of so many microseconds; `nil` where none does, and where it is far too great.
    private mutating func number(before end: Int, unit: Int64) -> Number? {
        let start = position
        let isNegative = take("-", before: end)
        if !isNegative { _ = take("+", before: end) }
        var (value, scale, digits) = (Int64(0), unit, 0)
        var isFraction = false
        while position < end {
            if line[position] == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(line[position]) {
                let digit = Int64(line[position] - UInt8(ascii: "0"))
                digits += 1
                if isFraction {
                    scale /= 10
                    value += digit * scale
                } else {
                    value = value * 10 + digit * unit
                }
            } else {
                break
            }
            position += 1
            if value > InnerTimes.farthest {
                position = start
                return nil
            }
        }
        guard digits > 0 else {
            position = start
            return nil
        }
        return Number(place: start..<position, value: isNegative ? -value : value)
    }

    /// Writes a number, in a unit of so many microseconds, in the place of one that stands farther on than all before, if it is another one.
    private mutating func replace(_ number: Number, with value: Int64, unit: Int64 = millisecond) {
        let (microseconds, overflows) = value.multipliedReportingOverflow(by: unit)
        guard overflows || microseconds != number.value else { return }
        written += line[taken..<number.place.lowerBound]
        written += Array(String(value).utf8)
        taken = number.place.upperBound
    }
}
