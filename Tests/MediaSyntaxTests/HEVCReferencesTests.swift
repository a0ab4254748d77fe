import RandomNumbers
import Testing

@testable import MediaSyntax

/// Sets of pictures that real encoders seldom write: those that are described by others, and pictures that are kept for long. The streams
/// are made bit by bit.
@Suite struct HEVCReferencesTests {
    /// Pictures that are kept, by how much later they are shown: those that are used, and those that only others use.
    typealias Kept = [Int: Bool]

    /// How a set is written.
    enum Coding: Sendable {
        case plain(Kept)
        /// As the set that is so many before it, moved, with a flag or two for each of its pictures.
        case moved(back: Int, by: Int, flags: [(isUsed: Bool, isKept: Bool)])
    }

    private static func write(_ coding: Coding, isFirst: Bool, isOfSlice: Bool, to writer: inout BitWriter) {
        switch coding {
        case .plain(let kept):
            if !isFirst { writer.bit(false) }
            let sides = [kept.keys.filter { $0 < 0 }.sorted(by: >), kept.keys.filter { $0 > 0 }.sorted()]
            for side in sides { writer.codes(UInt32(side.count)) }
            for side in sides {
                var last = 0
                for distance in side {
                    writer.codes(UInt32(abs(distance - last)) - 1)
                    writer.bit(kept[distance] ?? false)
                    last = distance
                }
            }
        case .moved(let back, let move, let flags):
            writer.bit(true)
            if isOfSlice { writer.codes(UInt32(back) - 1) }
            writer.bit(move < 0)
            writer.codes(UInt32(abs(move)) - 1)
            for flag in flags {
                writer.bit(flag.isUsed)
                if !flag.isUsed { writer.bit(flag.isKept) }
            }
        }
    }

    /// What a set that is described by another one comes to, word for word as H.265 has it (7-61 and 7-62).
    private static func moved(_ other: Kept, by deltaRps: Int, _ flags: [(isUsed: Bool, isKept: Bool)]) -> Kept {
        let deltaPocS0 = other.keys.filter { $0 < 0 }.sorted(by: >)
        let deltaPocS1 = other.keys.filter { $0 > 0 }.sorted()
        let (numNegativePics, numDeltaPocs) = (deltaPocS0.count, other.count)
        var kept: Kept = [:]
        func take(_ dPoc: Int, _ place: Int, _ isOfSide: Bool) {
            if isOfSide, flags[place].isUsed || flags[place].isKept { kept[dPoc] = flags[place].isUsed }
        }
        for side in [-1, 1] {
            for (j, delta) in deltaPocS1.enumerated() {
                take(delta + deltaRps, numNegativePics + j, (delta + deltaRps) * side > 0)
            }
            take(deltaRps, numDeltaPocs, deltaRps * side > 0)
            for (j, delta) in deltaPocS0.enumerated() { take(delta + deltaRps, j, (delta + deltaRps) * side > 0) }
        }
        return kept
    }

    /// A sequence's set, whose pictures state eight bits of their order, and a picture's.
    private static func headers(_ sets: [Coding], longTerm: [(order: UInt32, isUsed: Bool)]? = nil) -> [UInt8] {
        let sequence = MadeUnits.unit([33 << 1, 1]) { writer in
            writer.bits(1, 8)
            // Profile and level.
            for _ in 0..<12 { writer.bits(0, 8) }
            writer.codes(0, 1, 64, 64)
            writer.bit(false)
            // Depths, bits of the order less four; one line of the pictures that are held back; sizes of blocks.
            writer.codes(0, 0, 4)
            writer.bit(true)
            writer.codes(4, 0, 0, 0, 0, 0, 0, 0, 0)
            writer.bits(0, 4)
            writer.codes(UInt32(sets.count))
            for (place, set) in sets.enumerated() { write(set, isFirst: place == 0, isOfSlice: false, to: &writer) }
            writer.bit(longTerm != nil)
            if let longTerm {
                writer.codes(UInt32(longTerm.count))
                for entry in longTerm {
                    writer.bits(entry.order, 8)
                    writer.bit(entry.isUsed)
                }
            }
            writer.bits(0, 4)
        }
        let picture = MadeUnits.unit([34 << 1, 1]) { writer in
            writer.codes(0, 0)
            writer.bits(0, 32)
        }
        return sequence + picture
    }

    /// A key picture, or for a body one that refers to others, whose set that writes.
    private static func picture(order: Int, _ body: ((inout BitWriter) -> Void)? = nil) -> [UInt8] {
        MadeUnits.unit([body == nil ? 19 << 1 : 1 << 1, 1]) { writer in
            writer.bit(true)
            if body == nil { writer.bit(false) }
            writer.codes(0, body == nil ? 2 : 1)
            guard let body else { return }
            writer.bits(UInt32(order & 0xFF), 8)
            body(&writer)
            writer.bits(0xABCD_EF01, 32)
        }
    }

    private static func states(_ packets: [[UInt8]], without dropped: Int? = nil) -> [PictureReferences.State] {
        var references = PictureReferences(units: NALUnits(.hevc, .startCodes))
        return packets.enumerated().filter { $0.offset != dropped }.map { place, packet in
            references.take(packet.span, begins: place == 0)
        }
    }

    /// Some sets, each of which keeps pictures up to eight places away, with how they are written.
    private static func sets(_ random: inout SplitMix64) -> (sets: [Kept], codings: [Coding]) {
        var (sets, codings): ([Kept], [Coding]) = ([], [])
        while sets.count < 6 {
            let isMoved = !sets.isEmpty && random.next() % 3 > 0
            let (set, coding) = isMoved ? described(&random, by: sets, isOfSlice: false) : plain(&random)
            guard isReachable(set) else { continue }
            sets.append(set)
            codings.append(coding)
        }
        return (sets, codings)
    }

    private static func isReachable(_ set: Kept) -> Bool { set.keys.allSatisfy { abs($0) <= 8 } }

    private static func plain(_ random: inout SplitMix64) -> (Kept, Coding) {
        var set: Kept = [:]
        for distance in -8...8 where distance != 0 && random.next() % 3 == 0 {
            set[distance] = random.next() % 2 == 0
        }
        return (set, .plain(set))
    }

    private static func described(_ random: inout SplitMix64, by sets: [Kept], isOfSlice: Bool) -> (Kept, Coding) {
        let back = isOfSlice ? Int(random.next() % UInt64(sets.count)) + 1 : 1
        let other = sets[sets.count - back]
        let move = (random.next() % 2 == 0 ? 1 : -1) * (Int(random.next() % 3) + 1)
        let flags = (0...other.count).map { _ in (isUsed: random.next() % 2 == 0, isKept: random.next() % 2 == 0) }
        return (moved(other, by: move, flags), .moved(back: back, by: move, flags: flags))
    }

    /// Pictures around the one whose set is looked at, each of which keeps all before it and refers to none.
    @Test(arguments: UInt64(1)...40) func `A set keeps what it says, however it is written`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (sets, codings) = Self.sets(&random)
        let orders = (4...20).filter { $0 != 12 }
        var packets = [Self.headers(codings) + Self.picture(order: 0)]
        for (place, order) in orders.enumerated() {
            let kept = Kept(uniqueKeysWithValues: orders[..<place].map { ($0 - order, false) })
            packets.append(
                Self.picture(order: order) { writer in
                    writer.bit(false)
                    Self.write(.plain(kept), isFirst: false, isOfSlice: true, to: &writer)
                }
            )
        }
        var cases = sets.indices.map { index in
            let write: (inout BitWriter) -> Void = { writer in
                writer.bit(true)
                writer.bits(UInt32(index), 3)
            }
            return (sets[index], write)
        }
        while cases.count < 10 {
            let (set, coding) = Self.described(&random, by: sets, isOfSlice: true)
            guard Self.isReachable(set) else { continue }
            cases.append(
                (
                    set,
                    { writer in
                        writer.bit(false)
                        Self.write(coding, isFirst: false, isOfSlice: true, to: &writer)
                    }
                )
            )
        }
        for (set, write) in cases {
            let all = packets + [Self.picture(order: 12, write)]
            #expect(Self.states(all).allSatisfy { $0 == .whole })
            for (place, order) in orders.enumerated() {
                let states = Self.states(all, without: place + 1)
                #expect(states.dropLast().allSatisfy { $0 == .whole })
                #expect(states.last == (set[order - 12] == true ? .missing : .whole), "\(order) of \(set)")
            }
            // What it does not keep is not there for the next one.
            for order in orders {
                let next = Self.picture(order: 21) { writer in
                    writer.bit(false)
                    Self.write(.plain([order - 21: true]), isFirst: false, isOfSlice: true, to: &writer)
                }
                #expect(Self.states(all + [next]).last == (set[order - 12] == nil ? .missing : .whole))
            }
        }
    }

    /// A picture that is kept for long, as each picture names it.
    struct LongTerm: Sendable {
        let order: UInt32
        var cycles: UInt32?
        var isUsed = true
        /// Its place among those that the sequence lists.
        var listed: UInt32?
    }

    private static func picture(order: Int, longTerm: [LongTerm], listCount: Int) -> [UInt8] {
        picture(order: order) { writer in
            writer.bit(false)
            write(.plain([-1: true]), isFirst: true, isOfSlice: true, to: &writer)
            let listed = longTerm.filter { $0.listed != nil }
            let own = longTerm.filter { $0.listed == nil }
            if listCount > 0 { writer.codes(UInt32(listed.count)) }
            writer.codes(UInt32(own.count))
            for part in [listed, own] {
                // Each is told from the one before.
                var last: UInt32 = 0
                for entry in part {
                    if let place = entry.listed {
                        writer.bits(place, listCount > 2 ? 2 : listCount > 1 ? 1 : 0)
                    } else {
                        writer.bits(entry.order, 8)
                        writer.bit(entry.isUsed)
                    }
                    writer.bit(entry.cycles != nil)
                    guard let cycles = entry.cycles else { continue }
                    writer.codes(cycles - last)
                    last = cycles
                }
            }
        }
    }

    /// The key picture and its successor are kept for long, over more pictures than the bits of the order count.
    @Test(arguments: [0, 1, 3]) func `What is kept for long is there for long`(listCount: Int) {
        let list: [(order: UInt32, isUsed: Bool)] = [(0, true), (7, true), (1, true)]
        let place: [UInt32?] = listCount == 0 ? [nil, nil] : listCount == 1 ? [0, nil] : [0, 2]
        func named(cycles: UInt32?, _ isUsed: Bool = true) -> [LongTerm] {
            [
                LongTerm(order: 0, cycles: cycles, isUsed: isUsed, listed: place[0]),
                LongTerm(order: 1, cycles: cycles, isUsed: isUsed, listed: place[1]),
            ]
        }
        let headers = Self.headers([], longTerm: Array(list.prefix(listCount)))
        var packets = [headers + Self.picture(order: 0)]
        packets.append(Self.picture(order: 1, longTerm: [LongTerm(order: 0, listed: place[0])], listCount: listCount))
        for order in 2...520 {
            packets.append(
                Self.picture(order: order, longTerm: named(cycles: UInt32(order / 256)), listCount: listCount)
            )
        }
        #expect(Self.states(packets).allSatisfy { $0 == .whole })
        // The picture of the same last bits is another one.
        let wrong = Self.picture(order: 521, longTerm: named(cycles: 1), listCount: listCount)
        #expect(Self.states(packets + [wrong]).last == .missing)
        // Without cycles the last bits name it.
        let short = Self.picture(order: 521, longTerm: named(cycles: nil), listCount: listCount)
        #expect(Self.states(packets + [short]).last == .whole)
        // One that is not named any more is forgotten.
        let without = Self.picture(order: 521, longTerm: [], listCount: listCount)
        let late = Self.picture(order: 522, longTerm: named(cycles: 2), listCount: listCount)
        #expect(Self.states(packets + [without, late]).suffix(2) == [.whole, .missing])
    }
}
