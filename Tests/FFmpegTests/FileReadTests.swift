import Glibc
import Testing

@testable import FFmpeg

/// File systems that are programs may give fewer bytes than were asked for.
@Suite struct FileReadTests {
    @Test(arguments: [1, 3, 10, 11]) func `What comes in pieces is read as a whole`(piece: Int) {
        var places: [Int] = []
        let count = FileRead.fill(10) { done in
            places.append(done)
            return min(piece, 10 - done)
        }
        #expect(count == 10)
        #expect(places == Array(stride(from: 0, to: 10, by: piece)))
    }

    @Test func `A signal interrupts nothing, and the end and an error end it`() {
        for (end, code) in [(0, 0), (-1, EIO)] {
            var answers = [4, -1, 3, end, 5][...]
            let count = FileRead.fill(20) { _ in
                let answer = answers.removeFirst()
                errno = answers.count == 3 ? EINTR : code
                return answer
            }
            #expect(count == 7)
            #expect(answers == [5])
        }
    }
}
